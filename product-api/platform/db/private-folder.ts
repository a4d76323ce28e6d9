import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const others = 0o077
const sticky = 0o1000

/** The entries that our programs create in a data folder; we must not touch others. */
const ours = /^(database(\..+)?|outbox|uploads|incoming|secrets\.json|running\.json)$/

/**
 * Creates a data folder that only this user can read, and repairs the permissions of an existing one: it contains the
 * accounts, links in emails and the sessions' secret. Also sets the umask, so that new files are private.
 * @throws Error with one sentence if that can't be done.
 */
export function openPrivateFolder(folder: string): void {
  process.umask(others)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = statSync(folder)
  if (stats.mode & sticky)
    throw new Error(`The data folder ${folder} is shared by everybody: set DATA_DIR to one of its own`)
  close(folder, stats)
  for (const name of readdirSync(folder)) if (ours.test(name)) closeAll(path.join(folder, name))
}

/** Makes a file, or a folder with its content, private to its owner. */
function closeAll(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  // A symbolic link has no permissions, and a file may be deleted meanwhile.
  if (!stats || stats.isSymbolicLink()) return
  close(file, stats)
  if (stats.isDirectory()) for (const name of readdirSync(file)) closeAll(path.join(file, name))
}

function close(file: string, { mode }: Stats): void {
  if ((mode & others) === 0) return
  try {
    chmodSync(file, mode & 0o700)
  } catch (cause) {
    if (!existsSync(file)) return
    throw new Error(
      `Other accounts of this machine can read or change ${file}, and it is not ours to close: make this account its owner, or set DATA_DIR to another folder`,
      { cause },
    )
  }
}
