import { fork } from 'node:child_process'
import path from 'node:path'

type Taken = {
  mails: number
  bytes: number
  firstAt: number
  lastAt: number
  /** Distinct emails, by their Message-ID, and the most that arrived in that interval; 0 if they are not inspected. */
  distinct: number
  mostInASecond: number
  mostInTenSeconds: number
}

export type MailSink = {
  url: string
  taken(): Promise<Taken>
  /** Resets the counts. */
  reset(): Promise<void>
  /** Resolves with the emails a second between the first and the last, once there are so many. */
  rateOf(mails: number): Promise<number>
  stop(): void
}

/** `looksAtEach`: tells different emails apart, and when they came; costs some speed. */
export async function startMailSink({ looksAtEach = false } = {}): Promise<MailSink> {
  const child = fork(path.join(import.meta.dirname, 'mail-sink-process.ts'), looksAtEach ? ['looks-at-each'] : [])
  const hear = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const { port } = await hear<{ port: number }>()
  const ask = (what: string) => {
    const answer = hear<Taken>()
    child.send(what)
    return answer
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => ask('count'),
    reset: async () => void (await ask('reset')),
    rateOf: async (wanted) => {
      for (;;) {
        const { mails, firstAt, lastAt } = await ask('count')
        if (mails >= wanted) return (mails - 1) / ((lastAt - firstAt) / 1_000)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    stop: () => void child.kill(),
  }
}
