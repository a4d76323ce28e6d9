import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableMb } from '#runtime/available-memory.ts'

/** Everything that a build is made from. */
const sources = [
  'scripts/start/build.ts',
  '{app,components,contract,lib,runtime,story-html}/**/*.{ts,tsx,css,json}',
  '{next.config.mjs,postcss.config.mjs,tailwind.config.ts,middleware.ts,instrumentation.ts,tsconfig.json,package-lock.json}',
]
const stamp = '.next/source-hash'

/** Megabytes in which a first build on two cores is not killed, with the programs that wait for it. */
const neededMb = 1_400
const otherwise = 'give it more, or build elsewhere and copy the folder .next'

/** Builds the web if the build is missing or was made from other sources. */
export async function buildIfStale(): Promise<void> {
  if (builtFrom() === sourceHash()) return
  console.log('Building the web (once per change of its sources) …')
  await build()
}

/** @throws Error with one sentence if it fails; what `next build` says is printed. */
export async function build(): Promise<void> {
  const hash = sourceHash()
  const mb = availableMb()
  if (mb < neededMb)
    console.error(
      `This machine or container has ${mb} MB of memory; the build needs ${neededMb}. If it is killed, ${otherwise}.`,
    )
  const killed = outOfMemoryKills()
  const end = await run(['node_modules/next/dist/bin/next', 'build'])
  const failure = describeFailure(end, { availableMb: mb, isChildKilled: outOfMemoryKills() > killed })
  if (failure) throw new Error(failure)
  hintCompilation()
  writeFileSync(stamp, hash)
}

/**
 * Tells browsers to compile the functions of our scripts while these load, beside the main thread (V8's explicit compile
 * hints). Without it they compile most of them as they run, in the one task in which a page starts (decision 031).
 */
function hintCompilation(): void {
  const hint = '//# allFunctionsCalledOnLoad\n'
  for (const file of globSync('.next/static/**/*.js')) {
    const source = readFileSync(file, 'utf8')
    if (!source.startsWith(hint)) writeFileSync(file, hint + source)
  }
}

/** Hashes the contents; modification times change with every checkout. */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  try {
    readFileSync('.next/BUILD_ID')
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

type End = { code: number | null; signal: NodeJS.Signals | null }

/** Runs a program of Node to its end; a signal for us is passed on to it. */
export async function run(args: string[], options: SpawnOptions = {}): Promise<End> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    ...options,
  })
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGTERM', passOn).on('SIGINT', passOn)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return { code, signal }
  } finally {
    process.off('SIGTERM', passOn).off('SIGINT', passOn)
  }
}

/**
 * Why a build failed; undefined if it did not. The system kills a process for want of memory without a word to anyone
 * but its log; a process that can't get memory by itself aborts.
 */
export function describeFailure({ code, signal }: End, memory: { availableMb: number; isChildKilled: boolean }) {
  if (code === 0) return undefined
  const how = signal ?? `code ${code}`
  const needs = `The build needs ${neededMb} MB, and this machine or container has ${memory.availableMb}: ${otherwise}.`
  if (signal === 'SIGKILL') return `The build is out of memory: the system killed "next build" (SIGKILL). ${needs}`
  if (memory.isChildKilled)
    return `The build is out of memory: the system killed a process that "next build" had started (${how}). ${needs}`
  if (signal === 'SIGABRT') return `The build is probably out of memory: "next build" gave up (SIGABRT). ${needs}`
  return `The build failed (${how}); its output above says more.`
}

/** How many processes the system has killed for want of memory since its start; 0 where it does not say. */
function outOfMemoryKills(): number {
  try {
    return Number(/^oom_kill (\d+)/m.exec(readFileSync('/proc/vmstat', 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
