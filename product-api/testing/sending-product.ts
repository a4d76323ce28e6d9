import type { ChildProcess } from 'node:child_process'
import type { SendReport } from '#contract/sends.ts'
import type { SignedIn } from '#contract/users.ts'
import type { Ready } from '../start.ts'
import { run } from './children.ts'

const admin = { email: 'admin@y.test', password: 'horse battery staple' }
const sendCode = 'a code for tests'

type Settings = { folder: string; databaseUrl?: string | undefined; smtpUrl: string; worker?: 'on' | 'off' }

export type SendingProduct = {
  /** Kills it in the middle of whatever it does, and starts another one in its place. */
  kill(): Promise<void>
  ask<T>(method: string, path: string, body?: object): Promise<T>
  /** Publishes a story and sends its list the digest. @returns the send's id. */
  begin(): Promise<string>
  /** Resolves when the send is over. */
  over(id: string): Promise<SendReport>
  stop(): void
}

/** The environment of a program that sends newsletters soon after one that was killed. */
export function sendingEnv({ folder, databaseUrl, smtpUrl, worker = 'on' }: Settings): NodeJS.ProcessEnv {
  return {
    ...{ NODE_ENV: 'test', PATH: process.env.PATH, PRODUCT_API_PORT: '0', SEED: 'off', LOG_LEVEL: 'error' },
    ...{ SMTP_URL: smtpUrl, NEWSLETTER_SEND_CODE: sendCode, NEWSLETTER_LEASE_SECONDS: '4', WORKER: worker },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DATA_DIR: folder },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  } as NodeJS.ProcessEnv
}

/** The product API as a process of its own, which a test may kill. */
export function startSendingProduct(settings: Settings): SendingProduct {
  let child: ChildProcess
  let address: Promise<string>
  let token = ''

  const start = () => {
    const options = {
      env: sendingEnv(settings),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[],
    }
    const started = run('product-api/main.ts', [], options)
    child = started.process
    address = new Promise((resolve, reject) => {
      started.process.once('message', (message) => resolve((message as Ready).address))
      void started.ended.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)))
    })
    address.catch(() => undefined)
  }

  /** Until somebody answers: what was sent to a process that died is sent again. */
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      const at = await address
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        .then(async (response) => ({ status: response.status, body: (await response.json()) as T }))
        .catch(() => undefined)
      if (answer?.status === 200) return answer.body
      if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      if (!answer && (await address) === at) await new Promise((resolve) => child.once('exit', resolve))
    }
  }

  start()
  return {
    ask,
    kill: async () => {
      await address
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      start()
    },
    begin: async () => {
      token = (await ask<SignedIn>('POST', '/users/login', admin)).token
      const story = { title: 'The lamp', content: `<p>${'It turns all night. '.repeat(100)}</p>`, category: 'fiction' }
      await ask('POST', '/contents', { ...story, isDraft: false })
      const wanted = { code: sendCode, category: 'fiction', frequency: 'weekly', env: 'prod' }
      return (await ask<{ send: string }>('POST', '/newsletters/send', wanted)).send
    },
    over: async (id) => {
      for (;;) {
        const report = await ask<SendReport>('GET', `/newsletters/sends/${id}`)
        if (report.state === 'done') return report
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
