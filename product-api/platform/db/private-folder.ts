import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const others = 0o077
const sticky = 0o1000

/** The entries that our programs create in a data folder; we must not touch others. */
const ours =
  /^(database(\..+)?|(copy|check|fetched)-\d+|backups|backup\.key|outbox|uploads|incoming|secrets\.json|running\.json)$/

/** Whether our programs create an entry of this name in a data folder. */
export function isOurs(name: string): boolean {
  return ours.test(name)
}

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
  for (const name of readdirSync(folder)) if (isOurs(name)) closeAll(path.join(folder, name))
}

/** Makes a folder of this process's own beside others of this kind, and removes those that killed processes have left. */
export function openWorkFolder(parent: string, kind: string): { folder: string; remove: () => void } {
  const nameOf = (pid: number) => `${kind}-${pid}`
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    const pid = Number(name.slice(kind.length + 1))
    if (name === nameOf(pid) && !isAlive(pid)) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const folder = path.join(parent, nameOf(process.pid))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Another thread may still be writing into it.
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== 'ESRCH'
  }
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
