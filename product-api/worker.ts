import { readEnvFile } from '#runtime/env-file.ts'
import { resolveDrizzle } from '#runtime/resolve-drizzle.ts'
import { readEnv } from './start/env.ts'

// Does jobs as a process of its own: as many of them as the load wants.
try {
  readEnvFile()
  resolveDrizzle()
  const { startWorkerProcess } = await import('./start/start-worker-process.ts')
  const { ready, stop } = await startWorkerProcess(readEnv())
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop())
  process.send?.(ready)
} catch (fault) {
  // A setting, a port or a database that is wrong: one sentence helps, a stack does not.
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exit(1)
}
