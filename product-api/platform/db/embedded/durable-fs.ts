import fs from 'node:fs'
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
