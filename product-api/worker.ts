import '#runtime/resolve-imports.ts'
import { runProgram } from '#runtime/run-program.ts'
import { readEnv } from './start/env.ts'

// Does jobs as a process of its own: as many of them as the load wants.
await runProgram(async () => {
  const { startWorkerProcess } = await import('./start/start-worker-process.ts')
  const { ready, stop } = await startWorkerProcess(readEnv())
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop())
  process.send?.(ready)
})
