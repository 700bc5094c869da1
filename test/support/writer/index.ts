/** A writer in a process of its own, so that a reader meets it as it meets an agent. */
import { fork } from 'node:child_process'
import { join } from 'node:path'

export interface Writer {
  /** Bytes at the end of a file that stays open. Each resolves when the system has taken it. */
  append(path: string, bytes: string | Uint8Array): Promise<void>
  write(path: string, bytes: string | Uint8Array): Promise<void>
  /** Writes beside the file and renames over it. */
  replace(path: string, bytes: string | Uint8Array): Promise<void>
  truncate(path: string, size: number): Promise<void>
  rename(path: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  stop(): Promise<void>
}

export function startWriter(): Writer {
  const child = fork(join(import.meta.dirname, 'process.mjs'), { execArgv: [] })
  const waiting = new Map<number, () => void>()
  let orders = 0
  child.on('message', (message) => {
    const { done } = message as { done: number } // our own process
    waiting.get(done)?.()
    waiting.delete(done)
  })
  const order = (does: string, facts: Readonly<Record<string, unknown>>): Promise<void> =>
    new Promise((resolve, reject) => {
      const id = ++orders
      waiting.set(id, resolve)
      child.send({ does, id, ...facts }, (error) => {
        if (error) reject(error)
      })
    })
  const base64 = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64')
  return {
    append: (path, bytes) => order('append', { path, bytes: base64(bytes) }),
    write: (path, bytes) => order('write', { path, bytes: base64(bytes) }),
    replace: (path, bytes) => order('replace', { path, bytes: base64(bytes) }),
    truncate: (path, size) => order('truncate', { path, size }),
    rename: (path, to) => order('rename', { path, to }),
    remove: (path) => order('remove', { path }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}
