/** The window: its connection, its library, the session that is open, what floats above. */
import type { Reason } from '#shared/outcome'
import type { SessionLink } from '#shared/session'
import { reasonText } from '#shared/words/reasons'
import type { Connection } from './connection.svelte'
import { LibraryState } from './library.svelte'
import { SearchState } from './search.svelte'
import { SessionState } from './session.svelte'
import { SettingsState } from './settings.svelte'

/** How long a note stays, ms. */
const noteMs = 2500

export class AppState {
  readonly connection: Connection
  readonly library: LibraryState
  readonly settings: SettingsState
  readonly search: SearchState
  session = $state.raw<SessionState | null>(null)
  /** Home of the machine that runs the host. */
  home = $state<string | null>(null)
  platform = $state('')
  host = $state<'desktop' | 'serve'>('serve')
  inspectorTab = $state<'details' | 'raw'>('details')
  /** Narrow windows show panels above the timeline, one at a time. */
  overlay = $state<'library' | 'inspector' | null>(null)
  sheet = $state<'keys' | 'recent' | 'path' | null>(null)
  note = $state('')
  recent = $state.raw<readonly string[]>([])
  /** Sessions to go back to with "back". */
  readonly #trail: { key: string; seq: number | null }[] = []
  #noteTimer: ReturnType<typeof setTimeout> | undefined

  constructor(connection: Connection) {
    this.connection = connection
    this.library = new LibraryState(connection)
    this.settings = new SettingsState(connection)
    this.search = new SearchState(connection)
  }

  async start(): Promise<void> {
    const api = await this.connection.api()
    const about = await api.app.about()
    this.settings.value = about.settings
    this.home = about.home
    this.platform = about.platform
    this.host = about.host
    this.library.start()
    if (about.initial !== null) this.open(about.initial)
    this.connection.desktop?.onMenu((command) => this.command(command))
  }

  /** Set by the window's key map: what the menu may ask for as well. */
  command: (name: string) => void = () => undefined

  /** Shows a session; `seq` is selected when it is given. */
  open(key: string, seq: number | null = null): void {
    if (this.session?.key === key) {
      if (seq !== null) this.session.goTo(seq)
      return
    }
    if (this.session) this.#trail.push({ key: this.session.key, seq: this.session.selected })
    this.#show(key, seq)
  }

  back(): boolean {
    const last = this.#trail.pop()
    if (!last) return false
    this.#show(last.key, last.seq)
    return true
  }

  #show(key: string, seq: number | null): void {
    this.session?.stop()
    const session = new SessionState(this.connection, key)
    if (seq !== null) session.goTo(seq)
    this.session = session
    this.overlay = null
    session.start()
  }

  openLink(link: SessionLink): void {
    if (link.key !== null) this.open(link.key)
    else this.say('That session is not on this machine')
  }

  async openPaths(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return
    const api = await this.connection.api()
    const { key, problems } = await api.library.open({ paths: [...paths] })
    for (const { reason } of problems) this.sayReason(reason)
    if (key !== null) this.open(key)
    else if (problems.length === 0) this.say('Opened: its sessions are in the library')
  }

  async openExample(): Promise<void> {
    const api = await this.connection.api()
    const { key } = await api.library.openExample()
    if (key !== null) this.open(key)
    else this.say('The example is not part of this build')
  }

  async chooseFolder(): Promise<void> {
    const { desktop } = this.connection
    if (desktop) await this.openPaths(await desktop.chooseFolder())
    else this.sheet = 'path'
  }

  async chooseLog(): Promise<void> {
    const { desktop } = this.connection
    if (desktop) await this.openPaths(await desktop.chooseLog())
    else this.sheet = 'path'
  }

  async showRecent(): Promise<void> {
    const api = await this.connection.api()
    this.recent = (await api.library.recent()).paths
    this.sheet = 'recent'
  }

  /** Saves a read card: by a dialog on the desktop, by download in a browser. */
  async exportCard(seq: number): Promise<void> {
    const { session } = this
    if (!session) return
    const api = await this.connection.api()
    const card = await api.export.readCard({ key: session.key, seq })
    if (!card.ok) {
      this.sayReason(card.reason)
      return
    }
    const { fileName, html } = card
    const { desktop } = this.connection
    if (desktop) {
      const path = await desktop.saveFile({ fileName, html })
      if (path !== null) this.say(`Saved ${path}`)
      return
    }
    const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
    const link = document.createElement('a')
    link.href = address
    link.download = fileName
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  async copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.say(`Copied ${what}`)
    } catch {
      this.say('The clipboard refused')
    }
  }

  /** Http and https only, the address shown first. */
  openAddress(url: string): void {
    if (!/^https?:\/\//i.test(url)) return
    const { desktop } = this.connection
    if (desktop) void desktop.openExternal(url)
    else if (window.confirm(`Open this address?\n\n${url}`)) {
      window.open(url, '_blank', 'noopener,noreferrer')
    }
  }

  say(text: string): void {
    this.note = text
    clearTimeout(this.#noteTimer)
    this.#noteTimer = setTimeout(() => (this.note = ''), noteMs)
  }

  sayReason(reason: Reason): void {
    this.say(reasonText(reason))
  }
}
