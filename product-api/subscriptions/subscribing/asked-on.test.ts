import { transaction } from '#platform/db/transaction.ts'
import { dayMs, linkToken, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { moveSubscriber } from '../change-subscriber-email.ts'

withApi()

const reader = 'reader@example.com'
/** Follows the link in the last email. */
async function confirm(): Promise<void> {
  const text = (await mails()).at(-1)?.text ?? ''
  const uuid = /confirmation\/([\w-]{36})$/m.exec(text)?.[1] ?? ''
  const answer = await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })
  expect(answer.status).toBe(200)
}
const query = async (text: string) => (await api().pool.query(text)).rows
/** For each story with one, the day and the count. */
const subscribed = async () => {
  const rows = await query(
    "select content_id, to_char(day, 'YYYY-MM-DD') as day, subscribed::int from story_reads order by content_id, day",
  )
  return rows.map(({ content_id, day, subscribed }) => [content_id, day, subscribed])
}
const today = () => api().context.now().toISOString().slice(0, 10)
const remembered = async () => (await query('select asked_on from subscriptions')).map(({ asked_on }) => asked_on)

describe('a subscription that is asked for on a story’s page', () => {
  test('counts for the story on the day of its confirmation, once; then it is forgotten where it was asked for', async () => {
    const { id, slug } = await aStory()
    await subscribe({ email: reader, category: 'books', asked_on: id })
    expect([await subscribed(), await remembered()]).toEqual([[], [id]])
    passTime(dayMs)
    await confirm()
    expect([await subscribed(), await remembered()]).toEqual([[[id, today(), 1]], [null]])
    await subscribe({ email: reader, category: 'books', asked_on: slug })
    expect([await subscribed(), await remembered()]).toEqual([[[id, today(), 1]], [null]])
    await subscribe({ email: 'another@example.com', category: 'books', asked_on: slug })
    await confirm()
    expect(await subscribed()).toEqual([[id, today(), 2]])
  })

  test('counts a person once for a story, and for each story', async () => {
    const [one, two] = [await aStory(), await aStory()]
    await subscribe({ email: reader, category: 'books', asked_on: one.id })
    await subscribe({ email: reader, category: 'fiction', asked_on: one.id })
    await subscribe({ email: reader, category: 'technology', asked_on: two.id })
    await confirm()
    expect(await subscribed()).toEqual([one.id, two.id].sort().map((id) => [id, today(), 1]))
  })

  test('counts at once for an account at its own address, and not again after it was ended', async () => {
    const [person, { id }] = [await aProvenPerson(), await aStory()]
    const wanted = { email: person.email, category: 'books', asked_on: id }
    expect((await subscribe(wanted, person.id)).status).toBe(200)
    await api().pool.query('update subscriptions set ended_at = now()')
    expect((await subscribe(wanted, person.id)).status).toBe(200)
    expect([await subscribed(), await remembered()]).toEqual([[[id, today(), 1]], [null]])
  })

  test('counts nothing for a request that was refused, nor for its story later', async () => {
    const { id } = await aStory()
    await subscribe({ email: reader, category: 'books', asked_on: id })
    await mails()
    await api().pool.query('update subscriptions set ended_at = now()')
    await subscribe({ email: reader, category: 'books' })
    expect(await remembered()).toEqual([null])
  })

  test('is subscribed all the same if there is no such story, and nothing is counted', async () => {
    const draft = await aStory({ by: await anAuthor(), isDraft: true })
    for (const [count, asked_on] of [draft.id, 'no-such-story', '', null].entries())
      expect((await subscribe({ email: `r${count}@example.com`, category: 'books', asked_on })).status).toBe(200)
    expect(await remembered()).toEqual([null, null, null, null])
  })

  test('outlives its story', async () => {
    const { id } = await aStory()
    await subscribe({ email: reader, category: 'books', asked_on: id })
    await api().pool.query('delete from contents')
    await confirm()
    expect(await subscribed()).toEqual([])
  })

  test('is refused with a longer name than a story has', async () => {
    const answer = await subscribe({ email: reader, category: 'books', asked_on: 'a'.repeat(8_000) })
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, ['asked_on']])
  })
})

describe('an older request', () => {
  const end = () => api().pool.query('update subscriptions set ended_at = now()')
  const countOf = (id: string) => [id, today(), 1]

  describe.each([
    ['waits', async () => undefined],
    ['has ended', end],
  ])('that %s', (_, turn) => {
    test('does not count when an account subscribes on another story’s page, or on none', async () => {
      const [older, newer] = [await aStory(), await aStory()]
      const { id: as, email } = await aProvenPerson()
      for (const category of ['books', 'fiction']) await subscribe({ email, category, asked_on: older.id })
      await turn()
      expect((await subscribe({ email, category: 'books', asked_on: newer.id }, as)).status).toBe(200)
      expect((await subscribe({ email, category: 'fiction' }, as)).status).toBe(200)
      expect([await subscribed(), await remembered()]).toEqual([[countOf(newer.id)], [null, null]])
    })

    test('does not count when the same is asked for on another story’s page, or on none', async () => {
      const [older, newer] = [await aStory(), await aStory()]
      for (const category of ['books', 'fiction']) await subscribe({ email: reader, category, asked_on: older.id })
      await mails()
      await turn()
      await subscribe({ email: reader, category: 'books', asked_on: newer.id })
      await subscribe({ email: reader, category: 'fiction' })
      passTime(dayMs)
      await confirm()
      expect([await subscribed(), await remembered()]).toEqual([[countOf(newer.id)], [null, null]])
    })
  })

  test('does not count when an import confirms it', async () => {
    const { id } = await aStory()
    await subscribe({ email: reader, category: 'books', asked_on: id })
    const file = {
      body: `email,CONFIRM_TIME\n${reader},2024-05-01 10:00:00\n`,
      headers: { 'content-type': 'text/csv' },
    }
    const path = '/newsletters/subscribers/import?category=books&frequency=weekly&vouched=true'
    expect((await send('POST', path, { ...file, as: (await anAdmin()).id })).status).toBe(200)
    expect([await subscribed(), await remembered()]).toEqual([[], [null]])
  })

  test('does not count when the address gets a confirmed subscription to the same from another address', async () => {
    const [{ id }, { context }] = [await aStory(), api()]
    const { id: as, email } = await aProvenPerson()
    await subscribe({ email, category: 'books' }, as)
    await subscribe({ email: reader, category: 'books', asked_on: id })
    await transaction(context.db, (tx) => moveSubscriber(context, tx, { from: email, to: reader }))
    expect([await subscribed(), await remembered()]).toEqual([[], [null, null]])
  })

  test('of an account counts once its address is proven, but not if it had ended', async () => {
    const [one, two] = [await aStory(), await aStory()]
    const { id: as, email } = await anAuthor({ email: reader })
    for (const asker of [undefined, as]) {
      await subscribe({ email, category: 'books', asked_on: one.id }, asker)
      await subscribe({ email, category: 'fiction', asked_on: two.id }, asker)
    }
    await api().pool.query("update subscriptions set ended_at = now() where category = 'fiction'")
    await send('POST', '/users/send-confirmation', { as })
    await send('POST', '/users/confirm-email', { body: { token: await linkToken('/confirm-email/') }, as })
    expect([await subscribed(), await remembered()]).toEqual([[countOf(one.id)], [null, null]])
  })
})
