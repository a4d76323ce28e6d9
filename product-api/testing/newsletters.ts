import PostalMime from 'postal-mime'
import type { Frequency } from '#contract/frequencies.ts'
import { createSender } from '#newsletters/delivery/deliver-mails.ts'
import { finishSends } from '#newsletters/delivery/finish-sends.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { Answer, BulkTransport, ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import { api, get, mails } from './api.ts'
import { subscribe } from './subscriptions.ts'

/** A newsletter as received. */
export type Newsletter = {
  from: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  raw: string
}

type Options = Partial<NewsletterSettings> & {
  /** The mail server's answers; by default it accepts everything. */
  answer?: (mail: ReadyMail) => Answer | Promise<Answer>
  /** Called between the server's reply to DATA and the message. */
  beforeHandingOver?: () => Promise<void>
  /** Whether a refusal is about policy, not about the mailbox. */
  isAboutUs?: boolean
  /** Stops the sender in the middle of its run. */
  until?: AbortSignal
}

const taken: Answer = { kind: 'taken', text: '250 OK' }

/** Runs the waiting jobs and sends due newsletters over two lanes. @returns the accepted emails in order. */
export async function newsletters(options: Options = {}): Promise<Newsletter[]> {
  return newsletterSender(options).turn(options.until)
}

/** The sender of one process, for several such runs. */
export function newsletterSender({
  answer = () => taken,
  beforeHandingOver = async () => undefined,
  isAboutUs = false,
  until: _,
  ...settings
}: Options = {}): { turn(until?: AbortSignal): Promise<Newsletter[]> } {
  // Read at every call: tests set the clock while it sends.
  const context = { ...api().context, now: () => api().context.now() }
  const got: ReadyMail[] = []
  const transport: BulkTransport = {
    lanes: 2,
    openLane: () => ({
      deliver: async (mail, begin) => {
        await beforeHandingOver()
        if (!(await begin())) return { kind: 'no_answer', text: 'not ours' }
        const answered = await answer(mail)
        if (answered.kind === 'taken') got.push(mail)
        return answered
      },
      close: () => undefined,
    }),
  }
  const faults: unknown[] = []
  const all = { ...context.newsletters, ...settings }
  const onFault = (fault: unknown) => faults.push(fault)
  const onRefused = async () => isAboutUs
  const sender = createSender({ context, settings: all, transport, onRefused, onFault })
  return {
    turn: async (until) => {
      await mails()
      await finishSends(context, all)
      await sender.drain(until)
      await finishSends(context, all)
      if (faults.length > 0) throw faults[0]
      return Promise.all(got.splice(0).map(read))
    },
  }
}

type Wanted = {
  email?: string
  category?: string
  frequency?: Frequency
  following_author?: string
  following_publication?: string
}

let count = 0

/** A subscriber who has confirmed these subscriptions. @returns the address, and the link of the first. */
export async function aSubscriber(...wanted: Wanted[]): Promise<{ email: string; uuid: string }> {
  count++
  const email = wanted[0]?.email ?? `subscriber-${count}@example.com`
  const given = wanted.length > 0 ? wanted : [{}]
  for (const one of given) await subscribe({ ...one, email })
  await mails()
  const { rows } = await api().pool.query<{ uuid: string }>(
    `select uuid from subscriptions join subscribers s on s.id = subscriber_id where s.email = $1 order by subscriptions.id`,
    [email],
  )
  const uuid = rows[0]?.uuid ?? ''
  const confirmed = await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })
  if (!confirmed.ok) throw new Error(await confirmed.text())
  // Sends the welcome email first.
  await mails()
  return { email, uuid }
}

async function read({ from, to, raw }: ReadyMail): Promise<Newsletter> {
  const { subject = '', html = '', text = '', headers } = await PostalMime.parse(raw)
  const named = Object.fromEntries(headers.map(({ key, value }) => [key, value]))
  return { from, to, subject, html, text, headers: named, raw: raw.toString() }
}
