/** The reader's settings, told by the host and saved there. */
import { settingsSchema, type Settings } from '#shared/api/types'
import type { Connection } from './connection.svelte'

export class SettingsState {
  value = $state.raw<Settings>(settingsSchema.parse({}))
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  set(patch: Partial<Settings>): void {
    this.value = { ...this.value, ...patch }
    void this.#connection.api().then((api) => api.app.saveSettings(patch))
  }
}
