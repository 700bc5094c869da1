/** Preloaded into the process that runs the built main bundle: `electron` means the stand-in. */
import { register } from 'node:module'

register('./resolve.mjs', import.meta.url)
