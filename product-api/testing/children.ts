import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const root = path.join(import.meta.dirname, '../..')

/** A folder that is gone after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type Child = {
  process: ChildProcess
  /** Resolves with all it said when it has ended. */
  ended: Promise<{ code: number | null; stdout: string; stderr: string; ms: number }>
  /** Resolves when it has said this much. */
  says: (pattern: RegExp) => Promise<void>
}

/**
 * Without V8's optimising compiler for WebAssembly the embedded database opens with half the work, and its queries are
 * slower: these processes do not live long enough for the other half to pay.
 */
const nodeFlags = ['--disable-warning=ExperimentalWarning', '--liftoff-only']

/** Runs one of our programs as a process of its own, without a developer's .env, ended with the tests of the file at the latest. */
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
  // Not `close` of the process: it does not come if we cut the channel to it.
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
