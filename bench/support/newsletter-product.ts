import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { HeldStory, Mailing, StoryEmail } from '#contract/mailings.ts'
import type { SendPreview, SendReport } from '#contract/sends.ts'
import type { SignedIn } from '#contract/users.ts'
import type { NewStore } from './native-server.ts'

const admin = { email: 'admin@y.test', password: 'horse battery staple' }
const sendCode = 'a code for benchmarks'

export type NewsletterProduct = {
  preview(category: string): Promise<SendPreview>
  /** A draft of so many bytes of text, and the email about it. */
  draft(category: string, bytes: number): Promise<{ id: string; mail: StoryEmail }>
  /** Publishes a draft and emails it to the subscribers of its category, the second one of a day with a word more. */
  publish(id: string): Promise<void>
  /** @returns the send's id. */
  begin(category: string): Promise<string>
  report(id: string): Promise<SendReport>
  control(id: string, act: 'pause' | 'resume' | 'cancel'): Promise<void>
  /** The report once nothing is under way: what a killed process had taken waits for its lease. */
  settled(id: string): Promise<SendReport>
  /** Ends the process in the middle of whatever it does; resolves when another one answers in its place. */
  kill(): Promise<void>
  /** The memory of the process, in MB. */
  memoryMb(): number
  /** The time of an article request, in milliseconds. */
  readOnce(): Promise<number>
  stop(): Promise<void>
}

/**
 * The product API in a process of its own, with enough stories for an email of some 11 KB in each of the categories.
 */
export async function startNewsletterProduct(
  { dataDir, databaseUrl }: NewStore,
  smtpUrl: string,
  { categories, settings }: { categories: readonly string[]; settings?: Record<string, string> | undefined },
): Promise<NewsletterProduct> {
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: 'off', LOG_LEVEL: 'error', SEED: 'off' },
    ...{ PRODUCT_API_PORT: '0', DATA_DIR: dataDir, SMTP_URL: smtpUrl, NEWSLETTER_SEND_CODE: sendCode },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  } as NodeJS.ProcessEnv
  let { child, address } = await start(env)
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
  const report = (id: string) => ask<SendReport>('GET', `/newsletters/sends/${id}`)
  const of = (category: string) => ({ category, frequency: 'weekly' })
  return {
    draft: async (category, bytes) => {
      const paragraph = `<p>${'The lamp turns all night and nobody on the island sleeps. '.repeat(9).trim()}</p>`
      const content = `${paragraph.repeat(Math.ceil(bytes / paragraph.length) - 1)}<h2>The end</h2>${paragraph}`
      const { id } = await ask<{ id: string }>('POST', '/contents', { title: 'The whole storm', content, category })
      return { id, mail: await ask('GET', `/contents/${id}/email`) }
    },
    publish: async (id) => {
      await ask('PUT', `/contents/${id}`, { isDraft: false, sendNewsletter: true })
      for (;;) {
        const { state } = await ask<Mailing>('GET', `/contents/${id}/mailing`)
        if (state === 'sent') return
        const [held] = (await ask<HeldStory[]>('GET', '/newsletters/held')).filter(({ _id }) => _id === id)
        if (held) return void (await ask('POST', `/newsletters/held/${id}/send`, { version: held.version }))
        await delay(50)
      }
    },
    preview: (category) => ask('POST', '/newsletters/send/preview', of(category)),
    begin: async (category) => {
      const wanted = { ...of(category), code: sendCode, env: 'prod' }
      return (await ask<{ send: string }>('POST', '/newsletters/send', wanted)).send
    },
    report,
    control: async (id, act) => void (await ask('POST', `/newsletters/sends/${id}/${act}`)),
    settled: async (id) => {
      for (;;) {
        const found = await report(id)
        if (found.figures.sending === 0) return found
        await delay(1_000)
      }
    },
    kill: async () => {
      await end(child, 'SIGKILL')
      ;({ child, address } = await start(env))
    },
    memoryMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    },
    readOnce: async () => {
      const startedAt = performance.now()
      await ask('GET', `/contents/${slug}`)
      return performance.now() - startedAt
    },
    stop: () => end(child, 'SIGTERM'),
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'product-api/main.ts'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { address: string }).address))
    child.once('exit', (code) => reject(new Error(`The product API ended with ${code}`)))
  })
  return { child, address }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
