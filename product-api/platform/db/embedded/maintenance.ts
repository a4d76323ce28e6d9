import { statSync, writeFileSync, writeSync } from 'node:fs'
import type { WireServer } from './wire-server.ts'

const checkMs = 5_000
const checkpointMs = 60_000
const checkpointWalBytes = 64 * 1024 * 1024
const vacuumMs = 24 * 60 * 60 * 1000

/**
 * Replaces the background processes that the embedded engine lacks: a checkpoint once a minute or every 64 MB of log if
 * something was written, and a vacuum with fresh statistics once a day, both when idle.
 * @returns a function that stops it.
 */
export function startMaintenance(server: WireServer, folder: string): () => void {
  const vacuumedFile = `${folder}.vacuumed`
  let checkpointAt = Date.now()
  let checkpointLsn = ''
  let seenBatches = 0

  const check = async () => {
    const wasBusy = server.batches !== seenBatches
    seenBatches = server.batches
    const { lsn, bytes } = await readLog(server, checkpointLsn || '0/0')
    checkpointLsn ||= lsn
    const due = bytes > 0 && Date.now() - checkpointAt > checkpointMs
    if (checkpointLsn !== lsn && (bytes > checkpointWalBytes || (due && !wasBusy))) {
      await server.exclusive((engine) => engine.exec('checkpoint'))
      checkpointLsn = (await readLog(server, '0/0')).lsn
      checkpointAt = Date.now()
    }
    if (!wasBusy && Date.now() - vacuumedAt(vacuumedFile) > vacuumMs) await vacuum(server, vacuumedFile)
  }

  let isLogged = false
  let isChecking = false
  const checkAndLog = async () => {
    // A vacuum of a large database takes longer than the interval.
    if (isChecking) return
    isChecking = true
    try {
      await check()
      isLogged = false
    } catch (fault) {
      // For example on a full disk: it is retried, and one line in the log is enough.
      if (!isLogged) writeSync(2, `The embedded database could not be looked after: ${(fault as Error).message}\n`)
      isLogged = true
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(() => void checkAndLog(), checkMs)
  return () => clearInterval(timer)
}

/** Vacuums, refreshes the planner's statistics and makes a checkpoint. */
export async function vacuum(server: WireServer, vacuumedFile?: string): Promise<void> {
  await server.exclusive((engine) => engine.exec('vacuum (analyze)'))
  await server.exclusive((engine) => engine.exec('checkpoint'))
  if (vacuumedFile) writeFileSync(vacuumedFile, `${new Date().toISOString()}\n`)
}

async function readLog(server: WireServer, since: string): Promise<{ lsn: string; bytes: number }> {
  const { rows } = await server.exclusive((engine) =>
    engine.query<{ lsn: string; bytes: number }>(
      'select pg_current_wal_insert_lsn()::text as lsn, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [since],
    ),
  )
  return rows[0] ?? { lsn: since, bytes: 0 }
}

function vacuumedAt(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}
