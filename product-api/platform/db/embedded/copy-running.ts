import { type Dirent, lstatSync } from 'node:fs'
import { constants, copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** A file that was written so shortly before it was read may have been written once more at the same time of its clock. */
const clockMs = 2_000
/** The database rolls back a transaction that is idle for fifteen seconds. */
const idleMs = 4_000

/**
 * Copies the folder of an embedded database while another process runs it: first everything, then, while a transaction
 * keeps all others waiting, what has changed since. The copy is as after a clean stop at that moment.
 * @param client a connection to it.
 */
export async function copyRunning(client: pg.Client, folder: string, to: string): Promise<void> {
  const copied = new Map<string, number>()
  await copyChanged(folder, to, copied)
  await client.query('begin')
  try {
    await client.query('checkpoint')
    let askedAt = performance.now()
    await copyChanged(folder, to, copied, async () => {
      if (performance.now() - askedAt < idleMs) return
      await client.query('select 1')
      askedAt = performance.now()
    })
  } finally {
    await client.query('rollback')
  }
}

/** @param copied when the copying of each file began, by its path. */
async function copyChanged(
  folder: string,
  to: string,
  copied: Map<string, number>,
  onFile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const there = new Set<string>()
  for (const { isFolder, name } of await listTree(folder)) {
    there.add(name)
    const from = path.join(folder, name)
    const target = path.join(to, name)
    if (isFolder) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      continue
    }
    const mtimeMs = lstatSync(from, { throwIfNoEntry: false })?.mtimeMs
    if (mtimeMs === undefined || mtimeMs < (copied.get(name) ?? 0) - clockMs) continue
    copied.set(name, Date.now())
    await copyFile(from, target, constants.COPYFILE_FICLONE).catch((fault: NodeJS.ErrnoException) => {
      // It was deleted meanwhile; the second time nothing is.
      if (fault.code !== 'ENOENT') throw fault
    })
    await onFile()
  }
  for (const name of copied.keys()) if (!there.has(name)) await rm(path.join(to, name), { force: true })
}

async function listTree(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries.map((entry) => ({
    name: path.relative(folder, path.join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  }))
  // Folders before what is in them.
  return [{ name: '', isFolder: true }, ...found.sort((one, other) => (one.name < other.name ? -1 : 1))]
}
