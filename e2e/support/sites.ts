import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { admin, sitePortOf, storeFolder } from './address.ts'

// Makes the store, then starts a site for each of the tests' processes, side by side: each waits for its disk now and
// then. They end together.
await makeStore()
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

/** Lets the product API fill the folder that every site copies: to open a copy takes half the work of a first start. */
async function makeStore(): Promise<void> {
  rmSync(storeFolder, { recursive: true, force: true })
  const api = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'product-api/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: '.next/cache/compiled',
      ENV_FILE: 'off',
      LOG_LEVEL: 'error',
      PRODUCT_API_PORT: '0',
      NARRATE_STORIES: 'off',
      DATA_DIR: storeFolder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  })
  api.once('message', () => api.kill('SIGTERM'))
  const [code] = await once(api, 'exit')
  if (code !== 0) process.exit(1)
}

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))?.ok) await delay(100)
}

async function end(code: number): Promise<void> {
  for (const site of sites) site.kill('SIGTERM')
  await Promise.all(ended)
  process.exit(code)
}
