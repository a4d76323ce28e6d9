import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { SendPreview, SendReport } from '#contract/sends.ts'
import type { SignedIn } from '#contract/users.ts'
import type { NewStore } from './both-engines.ts'

const admin = { email: 'admin@y.test', password: 'horse battery staple' }
const sendCode = 'a code for benchmarks'

export type NewsletterProduct = {
  preview(category: string): Promise<SendPreview>
  /** @returns the send's id. */
  begin(category: string): Promise<string>
  report(id: string): Promise<SendReport>
  /** What the process takes of memory, in MB. */
  memoryMb(): number
  /** An article asked for, in milliseconds. */
  readOnce(): Promise<number>
  stop(): Promise<void>
}

/** The product API in a process of its own, with stories enough for a mail of some 11 KB in each of the categories. */
export async function startNewsletterProduct(
  { dataDir, databaseUrl }: NewStore,
  smtpUrl: string,
  { categories, dkim }: { categories: readonly string[]; dkim?: Record<string, string> | undefined },
): Promise<NewsletterProduct> {
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: 'off', LOG_LEVEL: 'error', SEED: 'off' },
    ...{ PRODUCT_API_PORT: '0', DATA_DIR: dataDir, SMTP_URL: smtpUrl, NEWSLETTER_SEND_CODE: sendCode },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...dkim },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  } as NodeJS.ProcessEnv
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'product-api/main.ts'],
    { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { address: string }).address))
    child.once('exit', (code) => reject(new Error(`The product API ended with ${code}`)))
  })
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { token } = await ask<SignedIn>('POST', '/users/login', admin)
  headers.authorization = `Bearer ${token}`
  let slug = ''
  for (const category of categories) {
    for (let story = 1; story <= 6; story++) {
      const content = `<p>${'The lamp turns all night and nobody on the island sleeps. '.repeat(12)}</p>`
      const title = `The lighthouse keeper and the ${story}. storm of the year`
      slug = (await ask<{ slug: string }>('POST', '/contents', { title, content, category, isDraft: false })).slug
    }
  }
  const of = (category: string) => ({ category, frequency: 'weekly' })
  return {
    preview: (category) => ask('POST', '/newsletters/send/preview', of(category)),
    begin: async (category) => {
      const wanted = { ...of(category), code: sendCode, env: 'prod' }
      return (await ask<{ send: string }>('POST', '/newsletters/send', wanted)).send
    },
    report: (id) => ask('GET', `/newsletters/sends/${id}`),
    memoryMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    },
    readOnce: async () => {
      const startedAt = performance.now()
      await ask('GET', `/contents/${slug}`)
      return performance.now() - startedAt
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
