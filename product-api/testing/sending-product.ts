import type { SendReport } from '#contract/sends.ts'
import { type KillableProduct, killableEnv, startKillableProduct } from './killable-product.ts'

const sendCode = 'a code for tests'

type Settings = {
  folder: string
  databaseUrl?: string | undefined
  smtpUrl: string
  worker?: 'on' | 'off'
  /** The policy for emails with an uncertain outcome. */
  uncertain?: 'resend' | 'leave'
}

export type SendingProduct = KillableProduct & {
  /** Publishes a story and sends its list the digest. @returns the send's id. */
  begin(): Promise<string>
  /** Resolves when the send is over. */
  over(id: string): Promise<SendReport>
}

/**
 * The environment of a process that takes over the newsletters of a killed one soon. A living one keeps its lease on a
 * slow machine too: an email whose lease expires is sent again.
 */
export function sendingEnv({ smtpUrl, worker = 'on', uncertain = 'resend', ...where }: Settings): NodeJS.ProcessEnv {
  return {
    ...killableEnv(where),
    ...{ SMTP_URL: smtpUrl, NEWSLETTER_SEND_CODE: sendCode, NEWSLETTER_LEASE_SECONDS: '12', WORKER: worker },
    NEWSLETTER_UNCERTAIN: uncertain,
  }
}

/** A product API in a child process that sends newsletters, which a test may kill. */
export function startSendingProduct(settings: Settings): SendingProduct {
  const product = startKillableProduct(sendingEnv(settings))
  const { ask } = product
  return {
    ...product,
    begin: async () => {
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
  }
}
