import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

/** A 32-bit address beyond every memory: a function that follows it traps at once. */
const nowhere = -1

/**
 * Functions of 95 KB and more that V8's optimising compiler is kept from. It would take 604 MB for the grammar alone
 * (`raw_parser`), and between 30 and 90 MB for each of the others: more than all the rest of a start.
 */
const spared = ['raw_parser', 'standard_ProcessUtility', 'outNode', 'nodeRead']

/**
 * PGlite's engine, compiled. V8 compiles a function when it is first called, with counters that later ask for an
 * optimised version; `--wasm-tier-up-filter` decides at that moment which functions get them. So each spared function is
 * called once while the filter names another one. The code belongs to the module, so every database made from it has it.
 * @throws Error if PGlite's engine no longer has one of these functions.
 */
export function compileEngine(): WebAssembly.Module {
  const module = new WebAssembly.Module(
    readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  )
  const { exports } = new WebAssembly.Instance(module, refusingImports(module))
  // Number 0 is an import, which is never compiled.
  setFlagsFromString('--wasm-tier-up-filter=0')
  for (const name of spared) callOnce(exports, name)
  setFlagsFromString('--wasm-tier-up-filter=-1')
  return module
}

function callOnce(exports: WebAssembly.Exports, name: string): void {
  const call = exports[name]
  if (typeof call !== 'function') throw new Error(`PGlite's engine has no function ${name}`)
  try {
    call(...Array<number>(8).fill(nowhere))
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
  }
}

/** What the engine needs around it to be called at all; nothing of it is ever used. */
function refusingImports(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: room, name, kind } of WebAssembly.Module.imports(module)) {
    imports[room] ??= {}
    imports[room][name] = kind === 'memory' ? new WebAssembly.Memory({ initial: 2048, maximum: 32_768 }) : refuse
  }
  return imports
}

function refuse(): never {
  throw new WebAssembly.RuntimeError('This engine runs nothing')
}
