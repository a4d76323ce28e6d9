import { cpSync } from 'node:fs'

/** Copies the store that the run has made (make-store.ts); without one, a site makes its own. */
export function copyStore(dataDir: string): void {
  const made = process.env.E2E_STORE
  if (made) cpSync(made, dataDir, { recursive: true })
}
