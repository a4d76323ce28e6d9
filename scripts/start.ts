import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { exitProcess } from '#runtime/exit-process.ts'
import type { Plan } from './start/prepare.ts'
import { Supervisor } from './start/supervisor.ts'

/**
 * `npm start`: builds the web if the build is missing or stale, creates secrets on first use, starts the product API
 * and the web, and prints their addresses. `--dev` starts both with live reload and without the page cache. It waits as
 * long as they run, so it imports little: `start/prepare.ts` does what needs more.
 */
const startedAt = performance.now()

/** Where Node keeps compiled code for the next start. */
const compiled = process.env.NODE_COMPILE_CACHE ?? '.next/cache/compiled'

const { record, api: apiSettings, web: webSettings, ...facts } = await prepared()
const supervisor = new Supervisor(() => rmSync(record, { force: true }))
const api = apiSettings && supervisor.run(apiSettings)
const web = supervisor.run(webSettings)
const [apiReady] = await Promise.all([api?.ready, web.ready])
// A program that failed at the last moment has already printed the reason.
await delay(0)
if (!supervisor.stopping) console.log(welcome().join('\n'))

/** The programs to run. If the preparation fails, it has printed the reason, and this process ends with its exit code. */
function prepared(): Promise<Plan> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'scripts/start/prepare.ts', ...process.argv.slice(2)],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
    )
    let plan: Plan | undefined
    child.once('message', (message) => {
      plan = message as Plan
    })
    // After its end its memory is free for the programs.
    child.once('close', (code, signal) => {
      if (plan) return resolve(plan)
      if (signal) console.error(`The start was ended (${signal}).`)
      exitProcess(code || 1)
    })
  })
}

function welcome(): string[] {
  const { publicUrl, productApiUrl, dataDir, notes } = facts
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const lines = [`Bytewise is at ${publicUrl} (started in ${seconds} s)`]
  if (!apiReady) return [...lines, `The product API is another one's, ${productApiUrl}`]
  const { admin, database, stories } = apiReady
  lines.push(`The product API is at ${productApiUrl}, its reference at ${productApiUrl}/reference`)
  lines.push(`Database: ${database === 'embedded' ? `embedded, in ${dataDir}` : 'PostgreSQL'}, ${stories} stories`)
  if (notes.sessions) lines.push(notes.sessions)
  if (admin) {
    const password = admin.password ? `, password ${admin.password} (shown only this once)` : ''
    lines.push(`Administrator: ${admin.email}${password}`)
  }
  if (notes.voice) lines.push(notes.voice)
  return [...lines, notes.mails]
}
