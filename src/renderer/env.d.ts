import type { DesktopBridge } from '#shared/api/desktop'

declare global {
  /** Set by the desktop's preload; absent in a browser. */
  interface Window {
    readonly rereadDesktop?: DesktopBridge
  }
}
