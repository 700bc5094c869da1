/**
 * A process that writes logs as agents do: it keeps the file it appends to open.
 * Takes orders one by one and says when each is done.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Open files by the path they were opened at; a renamed one is written on where it went. */
const files = new Map()

const orders = {
  append({ path, bytes }) {
    if (!files.has(path)) files.set(path, openSync(path, 'a'))
    writeSync(files.get(path), Buffer.from(bytes, 'base64'))
  },
  write({ path, bytes }) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, Buffer.from(bytes, 'base64'))
  },
  /** As careful programs save: beside the file, then over it. */
  replace({ path, bytes }) {
    writeFileSync(`${path}.tmp`, Buffer.from(bytes, 'base64'))
    renameSync(`${path}.tmp`, path)
    orders.close({ path })
  },
  truncate({ path, size }) {
    truncateSync(path, size)
  },
  rename({ path, to }) {
    renameSync(path, to)
  },
  remove({ path }) {
    rmSync(path)
    orders.close({ path })
  },
  close({ path }) {
    if (files.has(path)) closeSync(files.get(path))
    files.delete(path)
  },
}

process.on('message', (order) => {
  orders[order.does](order)
  process.send({ done: order.id })
})
