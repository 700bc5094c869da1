/**
 * `node bench/generate/main.mjs SHAPE BYTES OUT`: writes a log of about BYTES
 * decompressed bytes. The same shape and size give the same bytes every time.
 */
import { compress, init } from '@bokuweb/zstd-wasm'
import { closeSync, openSync, writeSync } from 'node:fs'
import { dshLog, dshLongLine } from './dsh.mjs'
import { claudeLog, codexLog } from './others.mjs'
import { randomOf } from './text.mjs'

/** Lines of a shape; most never end by themselves. `bytes` is for those that depend on it. */
const shapes = {
  dsh: () => dshLog({ chunks: 400, lines: 150 }),
  'dsh-stream': () => dshLog({ chunks: 300, lines: 100, perRow: 12 }),
  'dsh-entries': () => dshLog({ chunks: 8, lines: 12 }),
  'dsh-long-line': dshLongLine,
  'claude-code': claudeLog,
  codex: codexLog,
}

const [shape = '', size = '', out = ''] = process.argv.slice(2)
const bytes = Number(size)
const isPacked = shape.endsWith('-zstd')
const kind = shape.replace(/-zstd$/, '')
if (!Object.hasOwn(shapes, kind) || !(bytes > 0) || out === '') {
  const names = Object.keys(shapes).join(' | ')
  process.stderr.write(`usage: node bench/generate/main.mjs ${names} BYTES OUT\n`)
  process.exit(2)
}

const file = openSync(out, 'w')
const random = randomOf(17)
if (isPacked) await init()

/** The header alone, then batches of one to fifty records, as a 200 ms flush leaves them. */
function batchSize(isFirst) {
  return isFirst ? 1 : 1 + Math.floor(random() * 50)
}

let batch = []
let wanted = batchSize(true)
let written = 0
let pending = []
let pendingBytes = 0

function put(data) {
  pending.push(data)
  pendingBytes += data.length
  if (pendingBytes < 1 << 22) return
  flush()
}

function flush() {
  if (pending.length > 0) writeSync(file, Buffer.concat(pending))
  pending = []
  pendingBytes = 0
}

function endBatch() {
  if (batch.length === 0) return
  put(Buffer.from(compress(Buffer.from(batch.join('')), 3)))
  batch = []
  wanted = batchSize(false)
}

for (const line of shapes[kind](bytes)) {
  const text = `${line}\n`
  if (isPacked) {
    batch.push(text)
    written += Buffer.byteLength(text)
    if (batch.length >= wanted) endBatch()
  } else {
    const data = Buffer.from(text)
    written += data.length
    put(data)
  }
  if (written >= bytes && shape !== 'dsh-long-line') break
}
if (isPacked) endBatch()
flush()
closeSync(file)
