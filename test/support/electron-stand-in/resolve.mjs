/** A resolve hook: the name `electron` leads to the stand-in. */
export function resolve(specifier, context, next) {
  if (specifier !== 'electron') return next(specifier, context)
  return { url: new URL('./electron.mjs', import.meta.url).href, shortCircuit: true }
}
