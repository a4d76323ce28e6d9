import { flushCompileCache } from 'node:module'
import '#runtime/resolve-imports.ts'
import { runProgram } from '#runtime/run-program.ts'
import { readEnv } from './start/env.ts'
import type { RunningApi } from './start/start-product-api.ts'

// The product API as a process of its own, alone or under a supervisor.
await runProgram(async () => {
  const { startProductApi } = await import('./start/start-product-api.ts')
  const api = await startProductApi(readEnv())
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void api.stop())
  announce(api)
  // Node writes what it has compiled when the process ends; a killed one would leave nothing to the next.
  flushCompileCache()
})

/** To the parent if there is one. Else to the terminal, which is the only place that shows a generated password. */
function announce({ ready }: RunningApi): void {
  const { email, password } = ready.admin
  if (process.send) process.send(ready)
  else if (password) process.stdout.write(`The first administrator is ${email} with the password ${password}\n`)
}
