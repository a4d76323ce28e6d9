import type { Mail } from '#platform/mail/message.ts'
import { runJob } from '#platform/queue/handlers.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { dayMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, mails, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { aSubscriber } from '#testing/newsletters.ts'

withApi()

const query = async (text: string, values?: unknown[]) => (await api().pool.query(text, values)).rows
/** The tenth of the last month, and that month's first day. */
const lastMonth = (day = 10) => {
  const now = api().context.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, day))
}
const month = () => lastMonth(1).toISOString().slice(0, 10)
const count = (contentId: string, day: Date, sums: object) => {
  const { reads, began, finished, subscribed } = { reads: 0, began: 0, finished: 0, subscribed: 0, ...sums }
  return query(
    'insert into story_reads (content_id, day, reads, began, finished, subscribed) values ($1, $2, $3, $4, $5, $6)',
    [...[contentId, day.toISOString().slice(0, 10), reads, began, finished, subscribed]],
  )
}
async function aWriter() {
  const by = await aProvenPerson({ name: 'Ada' })
  await query('update users set wants_monthly_figures = true where id = $1', [by.id])
  return by
}
/** @returns the emails that were sent because of it. */
const plan = async () => {
  const before = (await mails()).length
  const context = { ...api().context, mailer: { send: async () => undefined, close: async () => undefined } }
  await runJob(context, jobHandlers, { job: 'plan-monthly-figures', payload: {} })
  return (await mails()).slice(before)
}

describe('the monthly email to a writer', () => {
  test('sums up last month, names the most read story and comes once', async () => {
    const by = await aWriter()
    const [lamp, ship] = [await aStory({ by, title: 'The <lamp>' }), await aStory({ by })]
    await count(lamp.id, lastMonth(), { reads: 1_200, began: 900, finished: 700 })
    await count(ship.id, lastMonth(1), { reads: 34, began: 20, finished: 90, subscribed: 1 })
    await count(ship.id, lastMonth(0), { reads: 5_000 })
    await count((await aStory()).id, lastMonth(), { reads: 7 })
    for (let left = 2; left > 0; left--) await aSubscriber({ following_author: by.id, frequency: 'published' })
    await query('update subscriptions set confirmed_at = $1', [lastMonth()])
    const [mail, ...others] = await plan()
    expect(others).toEqual([])
    const when = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      lastMonth(),
    )
    expect(mail).toMatchObject({ to: { name: 'Ada', address: by.email }, subject: `Your readers in ${when}` })
    for (const line of [
      'Your stories were read 1,234 times.',
      'Readers reached the end 720 times.',
      'One person subscribed from one of your stories.',
      '2 people began to follow you.',
    ])
      expect(mail?.text).toContain(line)
    expect(mail?.text).toContain('Most read was The <lamp>')
    expect(mail?.html).toContain('The &lt;lamp&gt;')
    expect(mail?.html).toContain(`/article/${lamp.slug}"`)
    expect(mail?.html).toContain('/account/newsletters"')
    expect(await plan()).toEqual([])
    expect(await query('select monthly_figures_of::text from users where id = $1', [by.id])).toEqual([
      { monthly_figures_of: month() },
    ])
  })

  test('does not come to writers who have not asked, are suspended, have no proven address or no readers', async () => {
    const [asked, suspended, unproven] = [await aWriter(), await aWriter(), await anAuthor()]
    const silent = await aProvenPerson()
    const reason = "suspended_at = now(), suspended_reason = 'Spam'"
    await query(`update users set ${reason} where id = $1`, [suspended.id])
    await query('update users set wants_monthly_figures = true where id = $1', [unproven.id])
    await aStory({ by: asked })
    for (const by of [suspended, unproven, silent]) await count((await aStory({ by })).id, lastMonth(), { reads: 9 })
    expect(await plan()).toEqual([])
  })

  test('comes again in the next month', async () => {
    const by = await aWriter()
    const { id } = await aStory({ by })
    await count(id, lastMonth(), { reads: 1 })
    expect((await plan()).map(({ text }) => text?.includes('Your stories were read once.'))).toEqual([true])
    passTime(31 * dayMs)
    await count(id, lastMonth(), { reads: 2 })
    expect(await plan()).toHaveLength(1)
  })
})

describe('two jobs for one writer’s email, side by side', () => {
  /** Runs such a job; `onSend`: what the mail server does with its email. */
  const run = async (userId: string, onSend: (mail: Mail) => Promise<void>) => {
    const mailer = { send: onSend, close: async () => undefined }
    const payload = { userId, month: month() }
    await runJob({ ...api().context, mailer }, jobHandlers, { job: 'send-monthly-figures', payload })
  }
  async function aReadWriter(): Promise<string> {
    const by = await aWriter()
    await count((await aStory({ by })).id, lastMonth(), { reads: 1 })
    return by.id
  }
  let sent: Mail[] = []
  const take = async (mail: Mail) => void sent.push(mail)
  beforeEach(() => {
    sent = []
  })

  test('send one email: while the one sends, the other waits', async () => {
    const writer = await aReadWriter()
    await run(writer, async (mail) => {
      await take(mail)
      await run(writer, take)
    })
    passTime(10 * minuteMs)
    expect([sent.length, await mails({ later: true })]).toEqual([1, []])
  })

  test('send it if the first was cut off while it sent', async () => {
    const writer = await aReadWriter()
    await new Promise((cutOff) => {
      void run(writer, () => new Promise(() => cutOff(undefined)))
    })
    await run(writer, take)
    expect(sent).toHaveLength(0)
    passTime(10 * minuteMs)
    expect(await mails({ later: true })).toHaveLength(1)
  })

  test('send it at once if the mail server refused the first', async () => {
    const writer = await aReadWriter()
    const refused = run(writer, async () => {
      throw new Error('Try later')
    })
    await expect(refused).rejects.toThrow('Try later')
    await run(writer, take)
    expect(sent).toHaveLength(1)
  })
})
