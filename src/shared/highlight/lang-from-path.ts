/** The language of a file by the end of its name. Rule: dsh format, section 12. */

const extensionsOf: Readonly<Record<string, readonly string[]>> = {
  ts: ['ts', 'mts', 'cts'],
  tsx: ['tsx'],
  js: ['js', 'mjs', 'cjs'],
  jsx: ['jsx'],
  json: ['json', 'jsonc'],
  py: ['py'],
  rb: ['rb'],
  go: ['go'],
  rs: ['rs'],
  java: ['java'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'hpp', 'cxx'],
  cs: ['cs'],
  kotlin: ['kt'],
  swift: ['swift'],
  php: ['php'],
  sh: ['sh', 'bash', 'zsh'],
  yaml: ['yaml', 'yml'],
  toml: ['toml'],
  ini: ['ini'],
  md: ['md', 'markdown'],
  mdx: ['mdx'],
  html: ['html', 'htm'],
  css: ['css'],
  scss: ['scss'],
  less: ['less'],
  sql: ['sql'],
  xml: ['xml'],
  lua: ['lua'],
}

// A map, because a plain object would know `constructor` and its like.
const langOf = new Map(
  Object.entries(extensionsOf).flatMap(([lang, extensions]) =>
    extensions.map((extension): [string, string] => [extension, lang]),
  ),
)

/**
 * Language of the extension after the last dot of the last segment (`/` or
 * `\`), whatever its case; undefined for dotfiles, names without extension and
 * extensions that are not in the table.
 */
export function langFromPath(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? langOf.get(name.slice(dot + 1).toLowerCase()) : undefined
}
