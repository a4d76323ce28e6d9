import type { Mailing } from '#contract/mailings.ts'
import { announceStory } from '#newsletters/story-emails/announce-story.ts'
import type { Actor } from '#platform/context.ts'
import { dayMs, hourMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor, aProvenPerson, aPublication } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { edit, json, write } from '#testing/writers.ts'

withApi()

const publish = (by: Actor, body: object = {}) =>
  write(by, { isDraft: false, sendNewsletter: true, category: 'fiction', ...body })
const recipients = async () => (await newsletters()).map(({ to }) => to).sort()
const mailingOf = (by: Actor, id: string) => json<Mailing>(get(`/contents/${id}/mailing`, { as: by.id }))
const ofFiction = () => aSubscriber({ category: 'fiction', frequency: 'published' })
const onMonday = () => passTime(Date.UTC(2026, 11, 7, 12) - api().context.now().getTime())
const suspend = (as: Actor, { id }: Actor) =>
  send('POST', `/users/${id}/suspend`, { as: as.id, body: { reason: 'Spam' } })

describe('a story that is published with ‘Send Newsletter’', () => {
  test('goes to no one if its author’s address is not proven, and says so', async () => {
    const by = await anAuthor()
    await aSubscriber({ following_author: by.id })
    await ofFiction()
    const { id } = await publish(by)
    expect(await recipients()).toEqual([])
    expect(await mailingOf(by, id)).toMatchObject({
      state: 'refused',
      reason: 'unproven',
      sent: 0,
      is_under_way: false,
    })
  })

  test('goes out with the next publishing once the address is proven', async () => {
    const by = await anAuthor()
    const follower = await aSubscriber({ following_author: by.id })
    const { id } = await publish(by)
    await newsletters()
    await api().pool.query('update users set email_proven_at = now()')
    await edit(by, id, { isDraft: false, title: 'The lamp again' })
    expect(await recipients()).toEqual([follower.email])
  })

  test('goes to a new author’s followers and is held for the category', async () => {
    const by = await aProvenPerson()
    const { slug } = await aPublication({ by })
    const follower = await aSubscriber({ following_author: by.id })
    const reader = await aSubscriber({ following_publication: slug })
    await ofFiction()
    await aSubscriber({ category: 'all', frequency: 'published' })
    const { id } = await publish(by, { publication: slug })
    expect(await mailingOf(by, id)).toMatchObject({ state: 'held', is_under_way: true })
    expect(await recipients()).toEqual([follower.email, reader.email].sort())
    expect(await mailingOf(by, id)).toEqual({
      ...{ state: 'held', reason: 'new_author', category: 'Fiction', is_under_way: false, sent: 2 },
      sent_at: expect.any(String),
    })
  })

  test.each([
    ['whom an administrator approved', anApprovedAuthor],
    ['who is an administrator', () => anAdmin({ emailProvenAt: new Date() })],
  ])('goes to the category’s subscribers for an author %s', async (_, anyone) => {
    const by = await anyone()
    const subscriber = await ofFiction()
    const { id } = await publish(by)
    expect(await recipients()).toEqual([subscriber.email])
    expect(await mailingOf(by, id)).toMatchObject({ state: 'sent', reason: null, sent: 1 })
  })

  test('goes to the category’s subscribers once three stories have been published for a week', async () => {
    onMonday()
    const by = await aProvenPerson()
    for (const title of ['One', 'Two', 'Three']) await publish(by, { title, sendNewsletter: false })
    const subscriber = await ofFiction()
    passTime(7 * dayMs - minuteMs)
    await publish(by, { title: 'Too early' })
    expect(await recipients()).toEqual([])
    passTime(hourMs)
    await publish(by, { title: 'In time' })
    expect(await recipients()).toEqual([subscriber.email])
  })

  test('does not count stories that were drafts in the meantime, or that are deleted', async () => {
    onMonday()
    const by = await aProvenPerson()
    const three = []
    for (const title of ['One', 'Two', 'Three']) three.push(await publish(by, { title, sendNewsletter: false }))
    const [taken, gone] = three
    await send('POST', `/contents/${taken?.id}/unpublish`, { as: by.id, body: {} })
    passTime(8 * dayMs)
    await ofFiction()
    await edit(by, taken?.id ?? '', { isDraft: false })
    await publish(by, { title: 'Four' })
    expect(await recipients()).toEqual([])
    passTime(8 * dayMs)
    await send('DELETE', `/contents/${gone?.id}`, { as: by.id })
    await api().pool.query("update contents set deleted_at = now() where title = 'Four'")
    await publish(by, { title: 'Five' })
    expect(await recipients()).toEqual([])
  })

  test('is held if another story of its author goes to subscribers on the same day', async () => {
    onMonday()
    const by = await anApprovedAuthor()
    const follower = await aSubscriber({ following_author: by.id })
    const subscriber = await ofFiction()
    await publish(by, { title: 'First' })
    const { id } = await publish(by, { title: 'Second', category: 'books' })
    expect((await newsletters()).map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual(
      [`${follower.email} First`, `${follower.email} Second`, `${subscriber.email} First`].sort(),
    )
    expect(await mailingOf(by, id)).toMatchObject({ state: 'held', reason: 'one_a_day', sent: 1 })
    passTime(dayMs)
    await publish(by, { title: 'Third' })
    expect(await recipients()).toEqual([follower.email, subscriber.email].sort())
  })

  test('is one of two that are published at the same time', async () => {
    onMonday()
    const by = await anApprovedAuthor()
    const subscriber = await ofFiction()
    const both = await Promise.all(['One', 'Two'].map((title) => publish(by, { title })))
    expect(await recipients()).toEqual([subscriber.email])
    const states = await Promise.all(both.map(async ({ id }) => (await mailingOf(by, id)).state))
    expect(states.sort()).toEqual(['held', 'sent'])
  })

  test('goes out once, however often its job runs', async () => {
    const by = await anApprovedAuthor()
    const subscriber = await ofFiction()
    const { id: contentId } = await publish(by)
    await announceStory(api().context, { contentId })
    await announceStory(api().context, { contentId })
    expect(await recipients()).toEqual([subscriber.email])
    await announceStory(api().context, { contentId })
    expect(await recipients()).toEqual([])
  })

  test('stays held when it is changed on a later day, or when its author is approved', async () => {
    onMonday()
    const [by, admin] = [await aProvenPerson(), await anAdmin()]
    await ofFiction()
    const { id } = await publish(by)
    expect((await send('POST', `/users/${by.id}/approve-mailing`, { as: admin.id })).status).toBe(200)
    passTime(dayMs)
    await edit(by, id, { isDraft: false, title: 'Another lamp', sendNewsletter: true })
    await send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })
    await edit(by, id, { isDraft: false, sendNewsletter: true })
    expect(await recipients()).toEqual([])
    expect(await mailingOf(by, id)).toMatchObject({ state: 'held' })
  })

  test('goes by the rule of the time at which it publishes itself', async () => {
    const [by, admin] = [await aProvenPerson(), await anAdmin()]
    const subscriber = await ofFiction()
    const publish_at = new Date(api().context.now().getTime() + hourMs).toISOString()
    await write(by, { category: 'fiction', sendNewsletter: true, publish_at })
    await send('POST', `/users/${by.id}/approve-mailing`, { as: admin.id })
    passTime(2 * hourMs)
    await mails({ later: true })
    expect(await recipients()).toEqual([subscriber.email])
  })

  test.each([
    ['was suspended', 'suspended_at = now(), suspended_reason = $1'],
    ['no longer has a proven address', 'email_proven_at = null where $1 = $1'],
  ])('goes to no one if its author %s before it is sent', async (_, change) => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id })
    await ofFiction()
    const { id } = await publish(by)
    await api().pool.query(`update users set ${change}`, ['spam'])
    expect(await recipients()).toEqual([])
    expect((await mailingOf(await anAdmin(), id)).state).not.toBe('sent')
  })

  test('stops going out when its author is suspended', async () => {
    const [by, admin] = [await anApprovedAuthor(), await anAdmin()]
    await ofFiction()
    await publish(by)
    await mails()
    await suspend(admin, by)
    expect(await recipients()).toEqual([])
    const { rows } = await api().pool.query('select state, reason from send_recipients')
    expect(rows).toEqual([{ state: 'left_out', reason: 'story_gone' }])
  })

  test('goes to the subscribers of the category that it had when it was published', async () => {
    const by = await anApprovedAuthor()
    const subscriber = await ofFiction()
    await aSubscriber({ category: 'books', frequency: 'published' })
    const { id } = await publish(by)
    await edit(by, id, { isDraft: false, category: 'books' })
    expect(await recipients()).toEqual([subscriber.email])
  })
})

describe('GET /newsletters/audience', () => {
  const ask = async (by: Actor, query = 'category=fiction') =>
    json(get(`/newsletters/audience?${query}`, { as: by.id }))

  test('says beforehand to whom a story goes, and why not to more', async () => {
    onMonday()
    const [stranger, novice, known] = [await anAuthor(), await aProvenPerson(), await anApprovedAuthor()]
    await aSubscriber({ following_author: novice.id })
    await ofFiction()
    expect(await ask(stranger)).toMatchObject({ reach: 'nobody', reason: 'unproven', count: 0 })
    expect(await ask(novice)).toMatchObject({ reach: 'followers', reason: 'new_author', count: 1 })
    expect(await ask(known)).toMatchObject({ reach: 'everyone', reason: null, count: 1 })
    await publish(known)
    expect(await ask(known)).toMatchObject({ reach: 'followers', reason: 'one_a_day', count: 0 })
  })

  test('says the same of a story that is held', async () => {
    const by = await aProvenPerson()
    const { id } = await publish(by)
    await newsletters()
    await api().pool.query('update users set mailing_approved_at = now()')
    expect(await ask(by, `category=fiction&story=${id}`)).toMatchObject({ reach: 'followers', reason: 'new_author' })
  })
})

describe('GET /contents/:id/mailing', () => {
  test('says that a story was published without it', async () => {
    const by = await aProvenPerson()
    const { id } = await write(by, { isDraft: false, category: 'fiction' })
    expect(await mailingOf(by, id)).toMatchObject({ state: 'none', sent: 0, is_under_way: false, sent_at: null })
  })

  test('reports an empty audience if the author has no followers', async () => {
    const by = await aProvenPerson()
    const { id } = await publish(by)
    await newsletters()
    expect(await mailingOf(by, id)).toMatchObject({ state: 'held', sent: 0, is_under_way: false, sent_at: null })
  })

  test('answers 401 without a session, 403 to another person, 404 for a draft of theirs', async () => {
    const by = await aProvenPerson()
    const { id } = await publish(by)
    const draft = await write(by)
    const other = await anAuthor()
    expect((await get(`/contents/${id}/mailing`)).status).toBe(401)
    expect((await get(`/contents/${id}/mailing`, { as: other.id })).status).toBe(403)
    expect((await get(`/contents/${draft.id}/mailing`, { as: other.id })).status).toBe(404)
  })
})
