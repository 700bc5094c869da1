/** What a page cannot do itself: dialogs, saving, opening an address outside. Each on the reader's act. */
import { dialog, ipcMain, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { isOurs } from './ipc'

const fileSchema = z.object({
  fileName: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\]+$/),
  html: z.string().max(64 * 1024 * 1024),
})
const addressSchema = z.url({ protocol: /^https?$/ }).max(4096)

/** Answers the preload's native calls, from our own page only. */
export function acceptNatives(window: () => BrowserWindow | null): void {
  const handle = <T>(
    channel: string,
    schema: z.ZodType<T>,
    run: (value: T, browser: BrowserWindow) => Promise<unknown>,
  ): void => {
    ipcMain.handle(channel, (event, value: unknown) => {
      const browser = window()
      const parsed = schema.safeParse(value)
      if (!browser || !isOurs(event, browser) || !parsed.success) return null
      return run(parsed.data, browser)
    })
  }
  const choose = async (browser: BrowserWindow, options: OpenDialogOptions): Promise<string[]> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(browser, options)
    return canceled ? [] : filePaths
  }
  handle('choose-folder', z.undefined(), (_, browser) =>
    choose(browser, { title: 'Open folder', properties: ['openDirectory'] }),
  )
  handle('choose-log', z.undefined(), (_, browser) =>
    choose(browser, { title: 'Open log', properties: ['openFile', 'multiSelections'] }),
  )
  handle('save-file', fileSchema, async ({ fileName, html }, browser) => {
    const { canceled, filePath } = await dialog.showSaveDialog(browser, { defaultPath: fileName })
    if (canceled || !filePath) return null
    await writeFile(filePath, html)
    return filePath
  })
  handle('open-external', addressSchema, async (url, browser) => {
    const { response } = await dialog.showMessageBox(browser, {
      type: 'question',
      message: 'Open this address in the browser?',
      detail: url,
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    if (response === 0) await shell.openExternal(url)
    return null
  })
}
