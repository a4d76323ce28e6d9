import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a folder for this process alone: two engines in one folder lose rows that were acknowledged. The kernel frees
 * the lock when the process dies, however it dies. Not for network file systems.
 * @returns what gives the folder back.
 * @throws Error naming the process that holds it.
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
      `The data folder ${folder} is in use by another process (${ownerOf(ownerFile)}): stop it, or set DATA_DIR to another folder`,
      { cause },
    )
  }
  writeFileSync(ownerFile, `process ${process.pid}\n`)
  return () => lock.close()
}

function ownerOf(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8').trim()
  } catch {
    return 'process unknown'
  }
}
