/** `define` for a bundler: a digest of the sources of the program's Node side. */
export function buildDefine(): Record<string, string>
