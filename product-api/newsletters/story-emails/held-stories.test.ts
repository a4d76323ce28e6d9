import type { HeldStory } from '#contract/mailings.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor, aProvenPerson } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { edit, json, write } from '#testing/writers.ts'
import { snapshotAudience } from '../delivery/snapshot-audience.ts'

withApi()

const held = (by: Actor) => json<HeldStory[]>(get('/newsletters/held', { as: by.id }))
const recipients = async () => (await newsletters()).map(({ to }) => to).sort()
const sendHeld = (by: Actor | undefined, { id, version = 1 }: { id: string; version?: number }) =>
  send('POST', `/newsletters/held/${id}/send`, { as: by?.id, body: { version } })
const decline = (by: Actor | undefined, id: string) => send('POST', `/newsletters/held/${id}/decline`, { as: by?.id })
const unpublish = (by: Actor, id: string) => send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })

/** A story of a new author, which its follower has had. */
async function aHeldStory(given: object = {}) {
  const by = await aProvenPerson({ name: 'Ada' })
  const follower = await aSubscriber({ following_author: by.id }, { category: 'fiction', frequency: 'published' })
  const story = await write(by, { isDraft: false, sendNewsletter: true, category: 'fiction', ...given })
  expect(await recipients()).toEqual([follower.email])
  return { ...story, by, follower }
}

describe('GET /newsletters/held', () => {
  test('lists what waits for an administrator, and how many subscribers it would reach', async () => {
    const admin = await anAdmin()
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    await aSubscriber({ category: 'all', frequency: 'published' })
    const { id, slug, by } = await aHeldStory({ title: 'The lamp' })
    expect(await held(admin)).toEqual([
      {
        ...{ _id: id, slug, title: 'The lamp', category: 'fiction', version: 1, reason: 'new_author' },
        ...{ author: { uuid: by.id, name: 'Ada' }, is_approved: false, held_at: expect.any(String) },
        ...{ subscribers: 2, isExact: true },
      },
    ])
  })

  test('goes on page by page, newest first', async () => {
    const admin = await anAdmin()
    const [one, two] = [await aHeldStory(), await aHeldStory()]
    const first = await get('/newsletters/held?limit=1', { as: admin.id })
    expect((await json<HeldStory[]>(first)).map(({ _id }) => _id)).toEqual([two.id])
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const { pathname, search } = new URL(next, 'http://localhost')
    const rest = await json<HeldStory[]>(get(pathname + search, { as: admin.id }))
    expect(rest.map(({ _id }) => _id)).toEqual([one.id])
  })

  test('leaves out what is not public any more, and what a suspended author wrote', async () => {
    const admin = await anAdmin()
    const [one, two, three] = [await aHeldStory(), await aHeldStory(), await aHeldStory()]
    await unpublish(one.by, one.id)
    await send('DELETE', `/contents/${two.id}`, { as: two.by.id })
    await send('POST', `/users/${three.by.id}/suspend`, { as: admin.id, body: { reason: 'Spam' } })
    expect(await held(admin)).toEqual([])
    await edit(one.by, one.id, { isDraft: false })
    expect((await held(admin)).map(({ _id }) => _id)).toEqual([one.id])
  })

  test('answers 401 without a session and 403 to anyone else', async () => {
    expect((await get('/newsletters/held')).status).toBe(401)
    expect((await get('/newsletters/held', { as: (await anApprovedAuthor()).id })).status).toBe(403)
  })
})

describe('POST /newsletters/held/:id/send', () => {
  test('emails the category’s subscribers, and no follower again', async () => {
    const admin = await anAdmin()
    const story = await aHeldStory()
    const subscriber = await aSubscriber({ category: 'fiction', frequency: 'published' })
    expect(await json(sendHeld(admin, story))).toEqual({
      message: 'The story is on its way to the subscribers of Fiction.',
    })
    expect(await recipients()).toEqual([subscriber.email])
    expect(await held(admin)).toEqual([])
    expect(await auditTrail('story_mailing_sent')).toMatchObject([
      { actor_id: admin.id, user_id: story.by.id, details: { story: story.id, category: 'Fiction' } },
    ])
    const archive = await json<{ stories: unknown[] }[]>(get('/newsletters/archive'))
    expect(archive).toHaveLength(1)
  })

  test('sends once when two administrators press at the same time', async () => {
    const [one, two] = [await anAdmin(), await anAdmin()]
    const story = await aHeldStory()
    const subscriber = await aSubscriber({ category: 'fiction', frequency: 'published' })
    const answers = await Promise.all([sendHeld(one, story), sendHeld(two, story)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await recipients()).toEqual([subscriber.email])
    const { rows } = await api().pool.query("select id from sends where audience = 'subscribers'")
    expect(rows).toHaveLength(1)
    await snapshotAudience(api().context, { sendId: rows[0].id })
    expect(await recipients()).toEqual([])
  })

  test('sends nothing after another administrator has declined, and says so', async () => {
    const admin = await anAdmin()
    const story = await aHeldStory()
    expect((await decline(admin, story.id)).status).toBe(200)
    const answer = await sendHeld(admin, story)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      detail: 'An administrator has already decided not to send this story.',
    })
  })

  test.each([
    ['was unpublished', ({ by, id }: Held) => unpublish(by, id)],
    ['was deleted', ({ by, id }: Held) => send('DELETE', `/contents/${id}`, { as: by.id })],
    [
      'is of an author who was suspended',
      ({ by }: Held, admin: Actor) =>
        send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'Spam' } }),
    ],
    [
      'is of an author whose address is not proven',
      ({ by }: Held) => api().pool.query('update users set email_proven_at = null where id = $1', [by.id]),
    ],
    ['has changed since it was looked at', ({ by, id }: Held) => edit(by, id, { isDraft: false, title: 'Pills' })],
  ])('sends nothing of a story that %s', async (_, happen) => {
    const admin = await anAdmin()
    const story = await aHeldStory()
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    await happen(story, admin)
    expect((await sendHeld(admin, story)).status).toBe(409)
    expect(await recipients()).toEqual([])
  })

  test('waits for an administrator again if it was unpublished before the snapshot', async () => {
    const admin = await anAdmin()
    const story = await aHeldStory()
    const subscriber = await aSubscriber({ category: 'fiction', frequency: 'published' })
    await sendHeld(admin, story)
    await unpublish(story.by, story.id)
    expect(await recipients()).toEqual([])
    await edit(story.by, story.id, { isDraft: false })
    const [again] = await held(admin)
    expect((await sendHeld(admin, { id: story.id, version: again?.version ?? 0 })).status).toBe(200)
    expect(await recipients()).toEqual([subscriber.email])
  })

  test('counts as the author’s story of the day', async () => {
    passTime(Date.UTC(2026, 11, 7, 12) - api().context.now().getTime())
    const admin = await anAdmin()
    const story = await aHeldStory()
    await sendHeld(admin, story)
    await send('POST', `/users/${story.by.id}/approve-mailing`, { as: admin.id })
    const second = { isDraft: false, sendNewsletter: true, category: 'fiction' }
    await write(story.by, { ...second, title: 'The second' })
    expect((await held(admin)).map(({ reason, is_approved }) => ({ reason, is_approved }))).toEqual([
      { reason: 'one_a_day', is_approved: true },
    ])
    passTime(dayMs)
    await write(story.by, { ...second, title: 'The third' })
    expect(await held(admin)).toHaveLength(1)
  })

  test('puts a story that was sent into digests of its category', async () => {
    const admin = await anAdmin()
    const story = await aHeldStory()
    await sendHeld(admin, story)
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    expect(api().sent.at(-1)?.text).toContain('Lamp')
  })

  test('names what is missing', async () => {
    const story = await aHeldStory()
    const answer = await send('POST', `/newsletters/held/${story.id}/send`, { as: (await anAdmin()).id, body: {} })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ fields: { version: expect.anything() } })
  })
})

test.each([
  ['send', sendHeld],
  ['decline', (by: Actor | undefined, { id }: { id: string }) => decline(by, id)],
])(
  'POST /newsletters/held/:id/%s answers 401 without a session, 403 to the author, 404 for nothing',
  async (_, act) => {
    const story = await aHeldStory()
    expect((await act(undefined, story)).status).toBe(401)
    expect((await act(story.by, story)).status).toBe(403)
    const admin = await anAdmin()
    for (const id of ['nothing', crypto.randomUUID()]) expect((await act(admin, { id })).status).toBe(404)
  },
)

describe('POST /newsletters/held/:id/decline', () => {
  test('removes a story from the list for good', async () => {
    const admin = await anAdmin()
    const { id, by } = await aHeldStory()
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    expect(await json(decline(admin, id))).toEqual({
      message: 'The story won’t be sent to the subscribers of Fiction.',
    })
    expect((await decline(admin, id)).status).toBe(409)
    await edit(by, id, { isDraft: false, title: 'Again', sendNewsletter: true })
    expect(await held(admin)).toEqual([])
    expect(await recipients()).toEqual([])
    expect(await auditTrail('story_mailing_declined')).toHaveLength(1)
  })
})

describe('POST /users/:uuid/approve-mailing', () => {
  const act = (what: string, as: Actor | undefined, uuid: string) =>
    send('POST', `/users/${uuid}/${what}`, { as: as?.id })

  test('approves an author, and takes it back', async () => {
    const admin = await anAdmin({ name: 'Root' })
    const by = await aProvenPerson()
    const approved = { mailing_approval: { at: expect.any(String), by: 'Root' } }
    expect(await json(act('approve-mailing', admin, by.id))).toMatchObject(approved)
    expect(await json(act('approve-mailing', admin, by.id))).toMatchObject(approved)
    expect(await json(act('withdraw-mailing-approval', admin, by.id))).toMatchObject({ mailing_approval: null })
    expect((await auditTrail()).map(({ action }) => action)).toEqual(['mailing_approved', 'mailing_approval_withdrawn'])
    await aSubscriber({ category: 'fiction', frequency: 'published' })
    await write(by, { isDraft: false, sendNewsletter: true, category: 'fiction' })
    expect(await recipients()).toEqual([])
  })

  test('answers 409 for an address that is not proven', async () => {
    expect((await act('approve-mailing', await anAdmin(), (await anAuthor()).id)).status).toBe(409)
  })

  test.each(['approve-mailing', 'withdraw-mailing-approval'])(
    '%s answers 401 without a session, 403 to the author, 404 for nobody',
    async (what) => {
      const by = await aProvenPerson()
      expect((await act(what, undefined, by.id)).status).toBe(401)
      expect((await act(what, by, by.id)).status).toBe(403)
      expect((await act(what, await anAdmin(), 'nobody')).status).toBe(404)
    },
  )
})

type Held = Awaited<ReturnType<typeof aHeldStory>>
