import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Ready } from '#start/start-product-api.ts'

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const root = path.join(import.meta.dirname, '../..')

/** A folder that is deleted after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type Child = {
  process: ChildProcess
  /** Resolves with the whole output when the process has ended. */
  ended: Promise<{ code: number | null; stdout: string; stderr: string; ms: number }>
  /** Resolves when stdout matches the pattern; rejects if the process ends before. */
  says: (pattern: RegExp) => Promise<void>
}

/**
 * Disables V8's optimising compiler for WebAssembly: the embedded database then opens with half the work and runs
 * slower queries, which pays in short-lived processes.
 */
const nodeFlags = [
  ...['--disable-warning=ExperimentalWarning', '--liftoff-only'],
  ...['--import', path.join(root, 'runtime/resolve-imports.ts')],
]

/**
 * Runs one of our programs in a child process, without a developer's .env. It is killed after the tests of the file.
 */
export function run(file: string, args: string[] = [], options: SpawnOptions = {}): Child {
  const start = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, file), ...args], {
    ...options,
    env: {
      ENV_FILE: 'off',
      NODE_COMPILE_CACHE: path.join(root, '.next/cache/compiled'),
      ...(options.env ?? process.env),
    },
  })
  const said = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      said[stream] += chunk.toString()
      for (const listener of listeners) listener()
    })
  }
  // Not the process's `close` event: it does not fire if we cut the channel.
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ...[child.stdout, child.stderr].map((stream) => stream && new Promise((resolve) => stream.once('close', resolve))),
  ]).then(([code]) => ({ code: code as number | null, ...said, ms: performance.now() - start }))
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(said.stdout) && resolve()
      listeners.add(look)
      look()
      void ended.then(() => reject(new Error(`It ended and only said: ${said.stdout}${said.stderr}`)))
    })
  children.add(child)
  return { process: child, ended, says }
}

/** Resolves with what a program tells its parent once it is ready; rejects with its output if it ends before. */
export function ready<T = Ready>({ process: child, ended }: Child): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    void ended.then(({ stderr }) => reject(new Error(stderr)))
  })
}
