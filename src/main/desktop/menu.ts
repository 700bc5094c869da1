/** The application menu: standard roles, and commands that the window carries out. */
import { Menu, type MenuItemConstructorOptions } from 'electron'

/** `command` gets the name of what was chosen. */
export function setMenu(command: (name: string) => void): void {
  const item = (label: string, name: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(name),
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        item('Open folder…', 'open-folder', 'CmdOrCtrl+O'),
        item('Open log…', 'open-log', 'CmdOrCtrl+Shift+O'),
        item('Open recent…', 'open-recent'),
        { type: 'separator' },
        item('Export card…', 'export-card', 'CmdOrCtrl+E'),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Library', 'toggle-library', 'CmdOrCtrl+B'),
        item('Inspector', 'toggle-inspector', 'CmdOrCtrl+I'),
        item('Find', 'search', 'CmdOrCtrl+F'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { label: '&Help', submenu: [item('Keys', 'keys')] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
