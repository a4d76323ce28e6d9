import { type ResolveFnOutput, registerHooks } from 'node:module'

const inDrizzle = /\/node_modules\/drizzle-orm\/[^?]*\.js$/

// Speeds up imports: for each of them Node parses the `package.json` of the importing and of the imported file's package
// again, and that of drizzle-orm has 130 KB. A thread that loads the product API's files imports this one before them:
// by `--import`, or followed by an `import()`.
const found = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    if (!parentURL?.startsWith('file:')) return next(specifier, context)
    const ofPackage = parentURL.includes('/node_modules/')
    if (specifier.startsWith('.')) {
      const format = formatOf(specifier, ofPackage ? parentURL : undefined)
      if (!format) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    }
    if (ofPackage) return next(specifier, context)
    // The same from each of our own files.
    const key = `${context.conditions.join()} ${specifier}`
    const result = found.get(key) ?? next(specifier, context)
    found.set(key, result)
    return { ...result, shortCircuit: true }
  },
})

/** The format of a file that is named by its whole path, if that needs no look at its package. */
function formatOf(specifier: string, packageFile: string | undefined): string | undefined {
  if (packageFile) return specifier.endsWith('.js') && inDrizzle.test(packageFile) ? 'module' : undefined
  return specifier.endsWith('.ts') ? 'module-typescript' : undefined
}
