import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '#runtime/sync-folder.ts'
import { type FilePart, orUnavailable, type Storage } from '../storage.ts'

/** Stores files in a folder. Writes to a temporary file, syncs and renames it, so none is ever incomplete. */
export function openDisk(folder: string): Storage {
  return {
    put: (name, bytes) => orUnavailable(write(path.join(folder, name), bytes)),
    putFile: (name, file) => orUnavailable(copy(file, path.join(folder, name))),
    get: (name, part) => orUnavailable(read(path.join(folder, name), part)),
    delete: (name) => orUnavailable(rm(path.join(folder, name), { force: true })),
  }
}

async function copy(from: string, to: string): Promise<void> {
  const source = await open(from, 'r')
  try {
    await write(to, source.createReadStream({ autoClose: false }))
  } finally {
    await source.close()
  }
}

async function write(file: string, content: Uint8Array | Readable): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(content)
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

async function read(file: string, part?: FilePart) {
  try {
    const handle = await open(file, 'r')
    const { size } = await handle.stat()
    const bytes = part ? part.end - part.start + 1 : size
    return { content: handle.createReadStream(part), bytes }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fault
  }
}
