/** The keyboard: one table, from which the sheet is drawn too. Rule: visual design, section 6. */
import type { AppState } from '../state/app.svelte'

const isMac = navigator.userAgent.includes('Mac')
/** How the modifier is written here. */
export const modifierName = isMac ? '⌘' : 'Ctrl '

export interface KeyGroup {
  readonly name: string
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[]
}

const mod = isMac ? '⌘' : 'Ctrl'
export const keyTable: readonly KeyGroup[] = [
  {
    name: 'Move',
    keys: [
      [['j', 'k'], 'Next, previous entry'],
      [['[', ']'], 'Previous, next turn'],
      [['x', '⇧x'], 'Next, previous error'],
      [['c', '⇧c'], 'Follow continuation, go back'],
      [['g g', '⇧g'], 'First, last entry'],
      [['l'], 'Follow the live end'],
    ],
  },
  {
    name: 'Look',
    keys: [
      [['e'], 'Unfold, show all, fold'],
      [['⇧e'], 'Fold turn'],
      [['y'], 'Copy lines'],
      [['⇧y'], 'Export card'],
    ],
  },
  {
    name: 'Go',
    keys: [
      [['g d', 'g r'], 'Details, raw'],
      [[`${mod} B`, `${mod} I`], 'Library, inspector'],
      [['/'], 'Filter the library'],
      [[`${mod} F`, `${mod} ⇧F`], 'Search session, library'],
      [[`${mod} O`], 'Open folder'],
      [['esc'], 'Close, then clear'],
      [['?'], 'This sheet'],
    ],
  },
]

export interface KeyActions {
  /** Moves the selection. */
  move(to: number | null): void
  toggleLibrary(): void
  toggleInspector(): void
  /** Unfolds, then shows all, then folds the selected entry. */
  fold(): void
  copyLines(): void
  followContinuation(): void
  goBack(): void
}

/** True while typing belongs to a field. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** A listener for the window's keydown. */
export function keyListener(app: AppState, actions: KeyActions): (event: KeyboardEvent) => void {
  let awaitsSecond = false

  return (event) => {
    const hasModifier = isMac ? event.metaKey : event.ctrlKey
    if (event.altKey || document.querySelector('dialog[open]')) return
    if (hasModifier) {
      if (modified(event)) event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      escape()
      return
    }
    if (isTyping(event.target) || event.metaKey || event.ctrlKey) return
    const second = awaitsSecond
    awaitsSecond = !second && event.key === 'g'
    if (awaitsSecond) return
    if (second ? afterG(event.key) : plain(event)) event.preventDefault()
  }

  function modified(event: KeyboardEvent): boolean {
    switch (event.key.toLowerCase()) {
      case 'b':
        actions.toggleLibrary()
        return true
      case 'i':
        if (event.shiftKey) return false
        actions.toggleInspector()
        return true
      case 'f':
        app.search.open(event.shiftKey || !app.session ? 'library' : 'session')
        return true
      case 'o':
        void app.chooseFolder()
        return true
      default:
        return false
    }
  }

  function escape(): void {
    if (app.overlay) app.overlay = null
    else if (app.search.isOpen) app.search.close()
    else if (app.session) app.session.selected = null
  }

  function afterG(key: string): boolean {
    const { session } = app
    switch (key) {
      case 'g':
        actions.move(session && session.outline.size > 0 ? 0 : null)
        return true
      case 'd':
      case 'r':
        app.inspectorTab = key === 'd' ? 'details' : 'raw'
        app.settings.set({ inspectorOpen: true })
        return true
      default:
        return false
    }
  }

  function plain(event: KeyboardEvent): boolean {
    const { session } = app
    if (event.key === '?') {
      app.sheet = 'keys'
      return true
    }
    if (event.key === '/') {
      app.settings.set({ libraryOpen: true })
      document.getElementById('library-filter')?.focus()
      return true
    }
    if (!session) return false
    switch (event.key) {
      case 'j':
        actions.move(session.neighbour(1))
        return true
      case 'k':
        actions.move(session.neighbour(-1))
        return true
      case '[':
        actions.move(session.nextTurn(-1))
        return true
      case ']':
        actions.move(session.nextTurn(1))
        return true
      case 'x':
        actions.move(session.nextError(1))
        return true
      case 'X':
        actions.move(session.nextError(-1))
        return true
      case 'G':
        actions.move(session.outline.size > 0 ? session.outline.size - 1 : null)
        return true
      case 'c':
        actions.followContinuation()
        return true
      case 'C':
        actions.goBack()
        return true
      case 'e':
        actions.fold()
        return true
      case 'E': {
        const turn =
          session.selected === null ? null : (session.outline.turns[session.selected] ?? null)
        if (turn !== null) session.toggleTurn(turn)
        return true
      }
      case 'y':
        actions.copyLines()
        return true
      case 'Y':
        if (session.selected !== null) void app.exportCard(session.selected)
        return true
      case 'l':
        session.follow()
        return true
      default:
        return false
    }
  }
}
