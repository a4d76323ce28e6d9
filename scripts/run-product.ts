import { type ChildProcess, spawn } from 'node:child_process'

export type RunningProduct = {
  child: ChildProcess
  url: string
  apiUrl: string
  /** Its output so far. */
  output: () => string
  /** The time from the start until it was ready, in milliseconds. */
  startMs: number
  /** Stops it like Ctrl-C, and waits for its end. */
  stop: () => Promise<void>
}

/**
 * Runs the whole product with these settings, for measurements and tests, and waits until it is ready. It inherits only
 * PATH and HOME from this process, and no `.env`; it reads no story aloud by itself unless the settings say so, because
 * that takes one of the processors for minutes.
 * @param folder the code that runs, with its packages; this one by default.
 * @throws Error with its output if it ends before.
 */
export async function runProduct(
  settings: { PORT: number; PRODUCT_API_PORT: number; DATA_DIR: string } & Record<string, string | number>,
  { folder, onSpawned }: { folder?: string; onSpawned?: (pid: number) => void } = {},
): Promise<RunningProduct> {
  const startedAt = performance.now()
  const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_ENV: 'production',
      ENV_FILE: 'off',
      LOG_LEVEL: 'warn',
      NARRATE_STORIES: 'off',
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) onSpawned?.(child.pid)
  let text = ''
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (/^(Mails go to|The product API is another one's)/m.test(text)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(text)))
  })
  return {
    child,
    url: `http://localhost:${settings.PORT}`,
    apiUrl: `http://127.0.0.1:${settings.PRODUCT_API_PORT}`,
    output: () => text,
    startMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
