/** Every reason has a sentence that uses what it was given. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declineReasons } from '#shared/windows/read-reasons'
import { reasonText, spokenCodes } from '#shared/words/reasons'

describe('why a result is generic', () => {
  it.each(Object.entries(declineReasons))('%s', (code, names) => {
    expect(spokenCodes.has(code)).toBe(true)
    const params = Object.fromEntries(names.map((name) => [name, `«${name}»`]))
    const text = reasonText({ code, params })
    expect(text).not.toContain('?')
    expect(text).not.toContain('undefined')
    expect(text.length).toBeGreaterThan(5)
  })
})

it('a code without a sentence is shown as it is, with what it was given', () => {
  expect(reasonText({ code: 'brand-new', params: { line: 3 } })).toBe('brand new, line 3')
  expect(reasonText({ code: 'constructor', params: {} })).toBe('constructor')
})

it('a parameter that is missing shows as a question', () => {
  expect(reasonText({ code: 'file-missing', params: {} })).toBe('? does not exist')
})

it('every code that the sources decline or diagnose with has a sentence', () => {
  const root = resolve(import.meta.dirname, '../../../src/main')
  const silent: string[] = []
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue
    const source = readFileSync(resolve(root, path), 'utf8')
    for (const [, code = ''] of source.matchAll(/(?:decline\(|code: )'([a-z]+(?:-[a-z]+)+)'/g)) {
      if (!spokenCodes.has(code)) silent.push(`${path}: ${code}`)
    }
  }
  expect(silent).toEqual([])
})
