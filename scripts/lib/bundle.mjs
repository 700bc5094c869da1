/** Bundles TypeScript that is no part of the product (bench, conformance) for Node. */
import { resolve } from 'node:path'
import { build } from 'vite'
import { root } from './run.mjs'
import { buildDefine } from './source-digest.mjs'

/** `inputs`: name → path below the project; returns the folder of `<name>.js`. */
export async function bundle(name, inputs) {
  const outDir = resolve(root, 'out', name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: buildDefine(),
    resolve: {
      alias: { '#shared': resolve(root, 'src/shared'), '#main': resolve(root, 'src/main') },
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(inputs).map(([key, path]) => [key, resolve(root, path)]),
        ),
      },
    },
  })
  return outDir
}
