import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sitePortOf } from './address.ts'

// The sites of all of the tests' processes, started side by side: each waits for its disk now and then. They end together.
const sites = Array.from({ length: Number(process.argv[2]) }, (_, place) =>
  spawn(process.execPath, ['e2e/support/site.ts'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_PARALLEL_INDEX: String(place) },
  }),
)
const ended = sites.map((site) => once(site, 'exit'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(0))
void Promise.race(ended).then(([code]) => end(code ?? 1))
await Promise.all(sites.map((_, place) => answers(`http://localhost:${sitePortOf(place)}/readyz`)))
console.log('All sites answer.')

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await delay(100)
}

async function end(code: number): Promise<void> {
  for (const site of sites) site.kill('SIGTERM')
  await Promise.all(ended)
  process.exit(code)
}
