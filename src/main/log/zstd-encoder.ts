/** One Zstandard frame of some text: what `reread record` and the bench write. */
import { compress } from '@bokuweb/zstd-wasm'
import { loadDecoder } from './zstd-decoder'

/** A whole frame holding `text` as UTF-8. */
export async function encodeFrame(text: string): Promise<Uint8Array> {
  await loadDecoder()
  return compress(Buffer.from(text), 3)
}
