import type { Actor } from '#platform/context.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aPublication } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { edit, json, write } from '#testing/writers.ts'

withApi()

const publish = (by: Actor, body: object = {}) => write(by, { isDraft: false, sendNewsletter: true, ...body })
const recipients = async () => (await newsletters()).map(({ to }) => to).sort()
const everyone = { reach: 'everyone', reason: null }
const figuresOf = async () => (await api().pool.query('select * from sends order by created_at')).rows

describe("publishing with 'Send Newsletter'", () => {
  test('emails the followers of author and publication and who gets the category, all as published', async () => {
    const by = await anApprovedAuthor({ name: 'Ada' })
    const publication = await aPublication({ by })
    const follower = await aSubscriber({ following_author: by.id })
    const reader = await aSubscriber({ following_publication: publication.slug })
    await aSubscriber({ following_author: by.id, frequency: 'daily' })
    await aSubscriber({ following_publication: publication.slug, frequency: 'weekly' })
    const published = await aSubscriber({ category: 'fiction', frequency: 'published' })
    const everything = await aSubscriber({ category: 'all', frequency: 'published' })
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await aSubscriber({ category: 'books', frequency: 'published' })
    await publish(by, { category: 'fiction', publication: publication.slug })
    expect(await recipients()).toEqual([follower, reader, published, everything].map(({ email }) => email).sort())
  })

  test('emails no one twice, however many reasons they have', async () => {
    const by = await anApprovedAuthor()
    const publication = await aPublication({ by })
    const { email } = await aSubscriber(
      { following_author: by.id },
      { following_publication: publication.slug },
      { category: 'fiction', frequency: 'published' },
    )
    await publish(by, { category: 'fiction', publication: publication.slug })
    expect(await recipients()).toEqual([email])
  })

  test('emails a story once, also when it is changed, unpublished and published again', async () => {
    const by = await anApprovedAuthor()
    const { email } = await aSubscriber({ following_author: by.id })
    const { id } = await publish(by)
    expect(await recipients()).toEqual([email])
    await edit(by, id, { isDraft: false, title: 'Another lamp', sendNewsletter: true })
    await send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })
    await edit(by, id, { isDraft: false, sendNewsletter: true })
    expect(await recipients()).toEqual([])
  })

  test('emails no one without the tick', async () => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id })
    await write(by, { isDraft: false })
    expect(await recipients()).toEqual([])
  })

  test('leaves out who has ended the subscription since, and says so', async () => {
    const by = await anApprovedAuthor()
    const stays = await aSubscriber({ following_author: by.id })
    const goes = await aSubscriber({ following_author: by.id })
    await publish(by)
    await mails()
    await get(`/newsletters/unsubscribe/${goes.uuid}`, { headers: { accept: 'application/json' } })
    expect(await recipients()).toEqual([stays.email])
    const [row] = await figuresOf()
    expect(row).toMatchObject({ state: 'done', sent: 1, left_out: 1 })
  })

  test('goes to no one if the story is unpublished before it is sent, and the ledger says why', async () => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id })
    const { id } = await publish(by)
    await mails()
    await send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })
    expect(await recipients()).toEqual([])
    const { rows } = await api().pool.query('select state, reason from send_recipients')
    expect(rows).toEqual([{ state: 'left_out', reason: 'story_gone' }])
  })

  test('emails the story itself: its title, its words and where it is', async () => {
    const by = await anApprovedAuthor({ name: 'Ada' })
    const { email, uuid } = await aSubscriber({ following_author: by.id })
    const { slug } = await publish(by, { title: 'The lamp', content: '<p>It turns all night.</p>' })
    const [mail] = await newsletters()
    expect(mail).toMatchObject({ to: email, from: 'hello@bytewise.example', subject: 'The lamp' })
    for (const part of [mail?.html ?? '', mail?.text ?? '']) {
      expect(part).toContain('It turns all night.')
      expect(part).toContain(`http://localhost:3000/article/${slug}`)
      expect(part).toContain(`http://localhost:3000/subscription/preferences/${uuid}`)
      expect(part).toContain(`http://localhost:3000/subscription/unsubscribe/${uuid}`)
      expect(part).toContain('You’re receiving this email because you follow Ada.')
      expect(part).not.toMatch(/mark-|\.invalid/)
    }
    expect(mail?.headers).toMatchObject({
      'list-unsubscribe': `<http://localhost:3000/api/newsletters/unsubscribe/${uuid}/one-click>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      precedence: 'bulk',
      'auto-submitted': 'auto-generated',
      'list-id': '"Bytewise" <story.newsletters.bytewise.example>',
    })
  })
})

describe('GET /newsletters/audience', () => {
  const ask = (by: Actor | undefined, query: string) => get(`/newsletters/audience?${query}`, { as: by?.id })

  test('says to how many a story would go, each counted once', async () => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id }, { category: 'fiction', frequency: 'published' })
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    expect(await json(ask(by, 'category=fiction'))).toEqual({ count: 2, isExact: true, sent_at: null, ...everyone })
    expect(await json(ask(by, 'category=books'))).toEqual({ count: 1, isExact: true, sent_at: null, ...everyone })
  })

  test('says when a story was mailed', async () => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id })
    const { id } = await publish(by)
    await newsletters()
    expect(await json(ask(by, `story=${id}`))).toMatchObject({ sent_at: expect.stringMatching(/^2/) })
  })

  test('names what there is not', async () => {
    const by = await anApprovedAuthor()
    expect(await (await ask(by, 'category=nothing')).json()).toMatchObject({
      status: 400,
      fields: { category: expect.anything() },
    })
    expect(await (await ask(by, 'publication=nothing')).json()).toMatchObject({ status: 400 })
  })

  test('answers 401 without a session, and 404 for another person’s draft', async () => {
    const { id } = await write(await anApprovedAuthor())
    expect((await ask(undefined, '')).status).toBe(401)
    expect((await ask(await anApprovedAuthor(), `story=${id}`)).status).toBe(404)
  })
})
