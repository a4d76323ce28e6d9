import { runJob } from '#platform/queue/handlers.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { passTime } from '#testing/accounts.ts'
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
    passTime(31 * 24 * 60 * 60 * 1000)
    await count(id, lastMonth(), { reads: 2 })
    expect(await plan()).toHaveLength(1)
  })
})
