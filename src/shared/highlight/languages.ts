/** The grammars that are shipped, by the names that logs and file endings use. */
import type { HLJSApi, LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import less from 'highlight.js/lib/languages/less'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import scss from 'highlight.js/lib/languages/scss'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const grammars: Readonly<Record<string, LanguageFn>> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

/** Names that are not the grammar's own. TypeScript's grammar knows JavaScript and both JSX forms. */
const aliases = new Map([
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['js', 'typescript'],
  ['jsx', 'typescript'],
  ['javascript', 'typescript'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['cs', 'csharp'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['console', 'bash'],
  ['zsh', 'bash'],
  ['yml', 'yaml'],
  ['toml', 'ini'],
  ['md', 'markdown'],
  ['mdx', 'markdown'],
  ['html', 'xml'],
  ['htm', 'xml'],
  ['svg', 'xml'],
  ['vue', 'xml'],
  ['svelte', 'xml'],
  ['kt', 'kotlin'],
  ['golang', 'go'],
  ['patch', 'diff'],
  ['jsonc', 'json'],
  ['jsonl', 'json'],
])

let ready: HLJSApi | null = null

/** highlight.js with our grammars, registered once. */
export function highlighter(): HLJSApi {
  if (ready) return ready
  for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar)
  ready = hljs
  return ready
}

/** The grammar's own name for a language; null when there is none. */
export function grammarOf(lang: string | undefined): string | null {
  if (!lang) return null
  const name = lang.toLowerCase()
  const known = aliases.get(name) ?? name
  return Object.hasOwn(grammars, known) ? known : null
}

/** True when text of this language gets colours. */
export function hasGrammar(lang: string | undefined): boolean {
  return grammarOf(lang) !== null
}
