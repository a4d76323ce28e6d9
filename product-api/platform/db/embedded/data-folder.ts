import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a folder for this process: two engines in one folder would lose committed rows. The kernel releases the lock
 * when the process dies, however it dies. Not for network file systems.
 * @returns a function that releases the lock.
 * @throws Error naming the process that has the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 })
  const ownerFile = `${folder}.owner`
  const lock = new DatabaseSync(`${folder}.lock`)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(
      `The data folder ${folder} is in use by another process (${readNote(ownerFile) || 'process unknown'}): stop it, or set DATA_DIR to another folder`,
      { cause },
    )
  }
  writeFileSync(ownerFile, `process ${process.pid}\n`)
  return () => lock.close()
}

export const socketFolderPrefix = 'bytewise-'
export const socketName = '.s.PGSQL.5432'
/** The names that `mkdtemp` makes. */
const socketFolder = new RegExp(`^${socketFolderPrefix}[A-Za-z0-9]{6}$`)
/** A process that has just started may not listen yet. */
const youngMs = 60_000

/** Writes the socket's folder beside the data, and removes the folder that a killed process left behind. */
export function noteSocketFolder(dataFolder: string, socketFolder: string): void {
  const note = `${dataFolder}.socket`
  const left = readNote(note)
  const isOurs = path.dirname(left) === tmpdir() && path.basename(left).startsWith(socketFolderPrefix)
  if (isOurs && left !== socketFolder) rmSync(left, { recursive: true, force: true })
  writeFileSync(note, `${socketFolder}\n`)
}

/** The socket's folder of the process that runs the database in this folder; undefined if none does. */
export async function findRunning(dataFolder: string): Promise<string | undefined> {
  const noted = readNote(`${dataFolder}.socket`)
  if (!noted) return undefined
  // A killed process leaves its socket; nobody answers there.
  const socket = path.join(noted, socketName)
  return existsSync(socket) && (await answers(socket)) ? noted : undefined
}

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return ''
  }
}

/**
 * Removes the socket folders that killed processes of this user left in `parent`: those with our prefix that contain
 * only a socket without a listener.
 */
export async function removeDeadFolders(parent: string): Promise<void> {
  const folders = readdirSync(parent)
    .filter((name) => socketFolder.test(name))
    .map((name) => path.join(parent, name))
  for (const folder of folders) if (await isDead(folder)) rmSync(folder, { recursive: true, force: true })
}

async function isDead(folder: string): Promise<boolean> {
  try {
    const { uid, mtimeMs } = lstatSync(folder)
    const isOurs = uid === process.getuid?.() && Date.now() - mtimeMs > youngMs
    if (!isOurs || readdirSync(folder).join() !== socketName) return false
    const socket = path.join(folder, socketName)
    return lstatSync(socket).isSocket() && !(await answers(socket))
  } catch {
    // Not a folder, not readable for us, or deleted meanwhile.
    return false
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket)
    client.once('connect', () => {
      resolve(true)
      client.destroy()
    })
    client.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'))
  })
}
