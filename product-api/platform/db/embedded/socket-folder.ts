import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const socketFolderPrefix = 'bytewise-'
export const socketName = '.s.PGSQL.5432'
/** As `mkdtemp` names them. */
const socketFolder = new RegExp(`^${socketFolderPrefix}[A-Za-z0-9]{6}$`)
/** A process that has just begun may not listen yet. */
const youngMs = 60_000

/** Notes beside the data where its socket is, and removes the one that a killed process left behind. */
export function noteSocketFolder(dataFolder: string, socketFolder: string): void {
  const note = `${dataFolder}.socket`
  const left = readNote(note)
  const isOurs = path.dirname(left) === tmpdir() && path.basename(left).startsWith(socketFolderPrefix)
  if (isOurs && left !== socketFolder) rmSync(left, { recursive: true, force: true })
  writeFileSync(note, `${socketFolder}\n`)
}

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return ''
  }
}

/**
 * Removes what killed processes of this user left in `parent`: folders of our kind of name that contain nothing but a
 * socket without a listener.
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
    // No folder, not ours to look into, or gone in the meantime.
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
