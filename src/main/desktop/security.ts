/** What no page may do, decided in one place for every page there will ever be. */
import { app, session } from 'electron'
import { appOrigin } from './protocol'

/** Refuses navigation, windows, webviews and permissions. */
export function lockDown(): void {
  app.enableSandbox()
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', (event) => {
      if (!event.url.startsWith(`${appOrigin}/`)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
  void app.whenReady().then(() => {
    session.defaultSession.setPermissionRequestHandler((_, permission, answer) => {
      // Copying is the reader's own act; everything else is refused.
      answer(permission === 'clipboard-sanitized-write')
    })
    session.defaultSession.setPermissionCheckHandler(
      (_, permission) => permission === 'clipboard-sanitized-write',
    )
  })
}
