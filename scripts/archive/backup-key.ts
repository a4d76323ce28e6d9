import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keyForm, makeKey } from '#archive/encryption.ts'

/**
 * The key that encrypts the secrets of backups: `BACKUP_KEY`, or one that is made at the first backup and kept in the data
 * folder, so that backups can be proved.
 * @throws Error with one sentence if it has another form.
 */
export function backupKey(env: { DATA_DIR: string; BACKUP_KEY?: string | undefined }): { key: string; isNew: boolean } {
  if (env.BACKUP_KEY) return { key: env.BACKUP_KEY, isNew: false }
  const kept = keptKey(env.DATA_DIR)
  if (kept) return { key: kept, isNew: false }
  const made = makeKey()
  keepKey(env.DATA_DIR, made)
  return { key: made, isNew: true }
}

/** The key in a data folder; undefined if there is none. */
export function keptKey(dataDir: string): string | undefined {
  const file = fileOf(dataDir)
  let kept: string
  try {
    kept = readFileSync(file, 'utf8').trim()
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw fault
  }
  if (!keyForm.test(kept)) throw new Error(`${file} is no key of backups: it must have 43 letters, digits, - and _`)
  return kept
}

/** Keeps a key, if there is none yet. */
export function keepKey(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' })
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'backup.key')
}
