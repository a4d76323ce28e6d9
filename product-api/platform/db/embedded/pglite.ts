import fs, { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The engine clears these at its start, so all of them are taken; what is not in them, the system's file cache has. */
const sharedBuffers = ['-c', 'shared_buffers=32MB']

/** For a database in memory, which no disk has to keep. */
export const volatileStartParams = [...PGlite.defaultStartParams, ...sharedBuffers]

/** PGlite starts with fsync off; with it on it must not use fdatasync, which never reaches the file system's `fsync`. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // Log files are kept for reuse up to this much; the default would be a gigabyte beside a small store.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=256MB'],
  ...sharedBuffers,
]

type Stream = { nfd?: number | null; node: unknown }
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
  setattr: (file: unknown, node: unknown, change: { mode?: number }, ...ways: unknown[]) => void
}
type EmscriptenModule = { NODEFS?: NodeFileSystem; FS: { filesystems: { NODEFS: NodeFileSystem } } }

/**
 * PGlite's file system on disk with what it lacks: a `fsync` that reaches the disk, for files and folders, and files that
 * their owner alone can read. It leans on internals, so the version is pinned and a test counts the calls a commit makes.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      const nodefs = module.NODEFS ?? module.FS.filesystems.NODEFS
      nodefs.stream_ops.fsync = (stream) => syncStream(nodefs, stream)
      // It opens every file that it makes to everyone, past the process's own mask.
      const { setattr } = nodefs
      nodefs.setattr = (file, node, change, ...ways) => {
        const { mode } = change
        setattr(file, node, mode === undefined ? change : { ...change, mode: mode & ~0o077 }, ...ways)
      }
    })
    return result
  }
}

function syncStream(nodefs: NodeFileSystem, stream: Stream): number {
  if (stream.nfd != null) {
    fs.fsyncSync(stream.nfd)
    return 0
  }
  const descriptor = fs.openSync(nodefs.realPath(stream.node), 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
  return 0
}

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
    readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
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
