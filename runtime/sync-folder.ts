import { open } from 'node:fs/promises'

/** Brings the names in a folder to the disk: without it, a new file's name can be lost in a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
