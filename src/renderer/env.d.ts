/** Set by the desktop's preload; absent in a browser. */
interface Window {
  readonly rereadDesktop?: import('#shared/api/desktop').DesktopBridge
}
