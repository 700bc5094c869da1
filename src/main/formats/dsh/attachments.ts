/** Pictures of a session, in the attachment store of the home that holds its log. Rule: dsh format, 1.5 and 5.2. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const id = /^sha256:([0-9a-f]{64})$/
const maxBytes = 32 * 1024 * 1024

/** First bytes of the media types that are shown; anything else is not a picture to us. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
]

/** The home above `<home>/sessions/<project>/<session>/<log>`. */
export function homeOf(logPath: string): string {
  return dirname(dirname(dirname(dirname(logPath))))
}

/** Bytes of an attachment by its id; null when it is not there, too large, or no picture. */
export async function readAttachment(
  logPath: string,
  ref: string,
): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
  const hex = id.exec(ref)?.[1]
  if (hex === undefined) return null
  const path = join(homeOf(logPath), 'attachments', 'v1', 'objects', hex.slice(0, 2), hex)
  try {
    if ((await stat(path)).size > maxBytes) return null
    const bytes = await readFile(path)
    const type = signatures.find(([, magic]) => magic.every((byte, i) => bytes[i] === byte))
    return type ? { mediaType: type[0], bytes } : null
  } catch {
    return null
  }
}
