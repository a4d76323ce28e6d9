import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Storage, StorageAway } from './storage.ts'

/** Files in a folder. One is written beside its place, brought to the disk and then put there: it is never half there. */
export function openDisk(folder: string): Storage {
  return {
    put: (name, bytes) => orAway(write(path.join(folder, name), bytes)),
    get: (name) => orAway(read(path.join(folder, name))),
    delete: (name) => orAway(rm(path.join(folder, name), { force: true })),
  }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (fault) {
    await rm(part, { force: true }).catch(() => undefined)
    throw fault
  }
  await syncFolder(path.dirname(file))
}

/** The name of a new file is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function read(file: string) {
  try {
    const handle = await open(file, 'r')
    const { size: bytes } = await handle.stat()
    return { content: handle.createReadStream(), bytes }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fault
  }
}

async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new StorageAway(cause)
  }
}
