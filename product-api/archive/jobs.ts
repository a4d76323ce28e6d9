import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import path from 'node:path'
import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'

/** Started by its path: it builds a site, which the product API knows nothing of. */
const program = path.join(import.meta.dirname, '../../scripts/restore.ts')
const resolveImports = path.join(import.meta.dirname, '../../runtime/resolve-imports.ts')
/** Readers come first; a site that is busy all the time still lets it proceed. */
const lowPriority = 10

export const archiveJobs = { 'prove-backup': proveBackup } satisfies Partial<JobHandlers>

/**
 * Proves in a process of its own that the newest backup can be restored (`npm run restore -- --check`). The
 * outcome is noted for administrators; only a proof that could not be tried is a failed job.
 */
async function proveBackup({ provesBackups }: JobContext): Promise<void> {
  if (!provesBackups) return
  // It has this process's settings, but for the address of the product API, which is that of our own.
  const { PRODUCT_API_URL: _, ...env } = process.env
  const flags = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256', '--import', resolveImports]
  // It ends when this process does, because its channel closes.
  const child = spawn(process.execPath, [...flags, program, '--check', '--note'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid) setPriority(child.pid, lowPriority)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-1_000)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new Error(`The proof of the newest backup ended with ${code}: ${said.trim().split('\n').at(-1)}`)
}
