/** The reader's settings, kept between starts. */
import { join } from 'node:path'
import { settingsSchema, type Settings } from '#shared/api/types'
import { JsonFile } from './json-file'

export interface SettingsStore {
  get(): Settings
  /** Changes some, keeps the others; returns all. */
  save(patch: Partial<Settings>): Promise<Settings>
}

/** Opens the settings of a state folder; defaults where there are none. */
export async function openSettings(stateDir: string): Promise<SettingsStore> {
  const file = new JsonFile(join(stateDir, 'settings.json'), settingsSchema)
  let settings = (await file.read()) ?? settingsSchema.parse({})
  return {
    get: () => settings,
    async save(patch) {
      settings = { ...settings, ...patch }
      await file.write(settings)
      return settings
    },
  }
}
