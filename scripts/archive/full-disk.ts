import { statfsSync } from 'node:fs'

const leastBytes = 1024 * 1024

/** Runs something that writes much into a folder. @throws Error with one sentence if its disk is full. */
export async function orFullDisk<T>(folder: string, advice: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!isFull(cause, folder)) throw cause
    throw new Error(`The disk of ${folder} is full: ${advice}`, { cause })
  }
}

/** Not every layer says so: SQLite speaks of an I/O error, and a storage of being away. */
function isFull(fault: unknown, folder: string): boolean {
  for (let at = fault; at instanceof Error; at = at.cause)
    if ((at as NodeJS.ErrnoException).code === 'ENOSPC') return true
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < leastBytes
}
