import type { ChildProcess } from 'node:child_process'
import type { SignedIn } from '#contract/users.ts'
import type { Ready } from '#start/start-product-api.ts'
import { run } from './children.ts'

const admin = { email: 'admin@y.test', password: 'horse battery staple' }

export type KillableProduct = {
  /** Sends a request as the administrator until a process answers: a request to a killed process is repeated. */
  ask<T>(method: string, path: string, body?: object): Promise<T>
  /** Fetches a file; undefined while no process answers. */
  open(path: string): Promise<Response | undefined>
  /** Kills the process in the middle of its work, and starts another one in its place. */
  kill(): Promise<void>
  stop(): void
}

/** The product API in a child process, which a test may kill. */
export function startKillableProduct(env: NodeJS.ProcessEnv): KillableProduct {
  let child: ChildProcess
  let address: Promise<string>
  let token: string | undefined

  const start = () => {
    const options = { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[] }
    const started = run('product-api/main.ts', [], options)
    child = started.process
    address = new Promise((resolve, reject) => {
      started.process.once('message', (message) => resolve((message as Ready).address))
      void started.ended.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)))
    })
    address.catch(() => undefined)
  }

  async function askOnceThere<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      const at = await address
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as T }))
        .catch(() => undefined)
      if (answer && answer.status < 300) return answer.body
      if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      if (!answer && (await address) === at) await new Promise((resolve) => child.once('exit', resolve))
    }
  }

  start()
  return {
    ask: async (method, path, body) => {
      token ??= (await askOnceThere<SignedIn>('POST', '/users/login', admin)).token
      return askOnceThere(method, path, body)
    },
    open: async (path) => fetch((await address) + path).catch(() => undefined),
    kill: async () => {
      await address
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      start()
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

/** The environment of such a process: its data is in `folder`, or in a native database. */
export function killableEnv({ folder, databaseUrl }: { folder: string; databaseUrl?: string | undefined }) {
  return {
    ...{ NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'error' },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DATA_DIR: folder },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  } as NodeJS.ProcessEnv
}
