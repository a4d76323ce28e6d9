import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secrets that were not set: made on first use, kept in the data folder, readable by its owner only. */
export function secrets(dataDir: string): { NEXTAUTH_SECRET: string } {
  if (process.env.NEXTAUTH_SECRET) return { NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET }
  const file = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { NEXTAUTH_SECRET: string }
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw new Error(`${file} cannot be read: ${String(fault)}`)
  }
  const made = { NEXTAUTH_SECRET: randomBytes(32).toString('base64url') }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return made
}
