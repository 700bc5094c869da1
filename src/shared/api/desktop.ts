/** What the desktop's preload gives the window besides the api: the native things a page cannot do. */
import type { Transport } from './transport'

export interface DesktopBridge {
  readonly transport: Transport
  /** Path of a dropped file; '' for one that lies nowhere. */
  pathOf(file: File): string
  /** Paths chosen in a dialog; empty when it was closed. */
  chooseFolder(): Promise<string[]>
  chooseLog(): Promise<string[]>
  /** Asks where to and writes; null when it was closed. */
  saveFile(file: { readonly fileName: string; readonly html: string }): Promise<string | null>
  /** Opens an http(s) address outside, after showing it. */
  openExternal(url: string): Promise<void>
  /** Hears the application menu. */
  onMenu(listener: (command: string) => void): void
}
