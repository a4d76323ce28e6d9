import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

type Step = [name: string, file: string, ...args: string[]]

/** `npm run check`: all static checks. The type check needs the generated types of the routes. */
const first: Step = ['route types', 'node_modules/next/dist/bin/next', 'typegen']
const sideBySide: Step[] = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['walls', 'scripts/check-walls.ts'],
  ['prose', 'scripts/check-prose.ts'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
  // One thread: with several, each computes most types again.
  ['types', 'node_modules/@typescript/native/bin/tsc', '--noEmit', '--singleThreaded', '-p', '.'],
]

// The type checker is written in Go: it ends before collecting garbage would pay, a quarter of its work.
const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }

async function passes([name, file, ...args]: Step): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [status, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (status !== 0) console.error(said.join(''))
  return status === 0
}

const passed = (await passes(first)) && (await Promise.all(sideBySide.map(passes))).every(Boolean)
process.exit(passed ? 0 : 1)
