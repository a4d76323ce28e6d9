import fs, { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Small, because the engine clears all of its buffers at its start; the system's file cache has the rest. */
const sharedBuffers = ['-c', 'shared_buffers=32MB']

/** For a database in memory, without fsync. */
export const volatileStartParams = [...PGlite.defaultStartParams, ...sharedBuffers]

/** PGlite starts with fsync off. With it on it must not use fdatasync, which never reaches our `fsync`. */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // Log files are recycled up to this size; the default would be a gigabyte beside a small database.
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
 * PGlite's file system on disk, with an `fsync` that reaches the disk, for files and folders, and with files that only
 * their owner can read. It depends on internals, so the version is pinned and a test counts the fsyncs of a commit.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      const nodefs = module.NODEFS ?? module.FS.filesystems.NODEFS
      nodefs.stream_ops.fsync = (stream) => syncStream(nodefs, stream)
      // NODEFS makes new files readable for everyone, ignoring the process's umask.
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

/** A 32-bit address beyond any memory: a function that dereferences it traps at once. */
const nowhere = -1

/**
 * Functions of 95 KB and more that V8 must not optimise. The compiler would need 604 MB for the grammar alone
 * (`raw_parser`), and between 30 and 90 MB for each of the others: more than the rest of a start.
 */
const spared = ['raw_parser', 'standard_ProcessUtility', 'outNode', 'nodeRead']

/**
 * Compiles PGlite's engine. V8 compiles a function at its first call, with counters that later trigger its
 * optimisation; `--wasm-tier-up-filter` decides at that moment which functions get counters. So each excluded function
 * is called once while the filter names another one. The code belongs to the module, so it applies to every database
 * made from it.
 * @throws Error if PGlite's engine no longer has one of these functions.
 */
export function compileEngine(): WebAssembly.Module {
  const module = new WebAssembly.Module(
    readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  )
  const { exports } = new WebAssembly.Instance(module, refusingImports(module))
  // Function 0 is an import, which is never compiled.
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

/** Imports with which the module can be instantiated; none of them is ever called. */
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
