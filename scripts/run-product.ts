import { type ChildProcess, spawn } from 'node:child_process'

export type RunningProduct = {
  child: ChildProcess
  url: string
  apiUrl: string
  /** Everything it has printed so far. */
  output: () => string
  /** Milliseconds from the start until it reported that it was ready. */
  startMs: number
  /** Ends it as Ctrl-C would and waits until it is gone. */
  stop: () => Promise<void>
}

/**
 * Runs the whole product with these settings, for measuring and for tests that need one of their own, and waits until
 * it serves. Of this process's settings and `.env`, only PATH and HOME are passed on.
 * @throws Error with its output, if it ends instead.
 */
export async function runProduct(
  settings: { PORT: number; PRODUCT_API_PORT: number; DATA_DIR: string } & Record<string, string | number>,
  onSpawned: (pid: number) => void = () => undefined,
): Promise<RunningProduct> {
  const startedAt = performance.now()
  const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_ENV: 'production',
      ENV_FILE: 'off',
      LOG_LEVEL: 'warn',
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) onSpawned(child.pid)
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
