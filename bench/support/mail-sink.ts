import { fork } from 'node:child_process'
import path from 'node:path'

type Taken = { mails: number; bytes: number; firstAt: number; lastAt: number }

export type MailSink = {
  url: string
  taken(): Promise<Taken>
  /** Counts from nothing again. */
  reset(): Promise<void>
  /** Resolves with the mails a second between the first and the last, once there are so many. */
  rateOf(mails: number): Promise<number>
  stop(): void
}

export async function startMailSink(): Promise<MailSink> {
  const child = fork(path.join(import.meta.dirname, 'mail-sink-process.ts'))
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
