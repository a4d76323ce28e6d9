import type { NewAuthor, Pin } from '#contract/front-page.ts'
import type { ListedStory } from '#contract/stories.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anApprovedAuthor, anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'

withApi()

type Shown = { top: ListedStory[]; ends_at: string | null }
const front = async () => (await (await get('/front-page')).json()) as Shown
const titles = async () => (await front()).top.map(({ title }) => title)
const inDays = (days: number) => new Date(api().context.now().getTime() + days * dayMs).toISOString()

/** Published in this order, a second apart. */
async function published(by: Actor, ...names: string[]) {
  for (const title of names) {
    passTime(1_000)
    await aStory({ by, title })
  }
}
const pin = (as: Actor, id: string, body: object = { place: 'lead', ends_at: inDays(3) }) =>
  send('PUT', `/front-page/pins/${id}`, { as: as.id, body })
const pinned = async (as: Actor) => (await (await get('/front-page/pins', { as: as.id })).json()) as Pin[]

describe('GET /front-page', () => {
  test('has the newest stories of known authors, one of each', async () => {
    const [approved, admin, regular] = [await anApprovedAuthor(), await anAdmin(), await anAuthor()]
    await published(regular, 'one', 'two', 'three')
    await published(admin, 'by an administrator')
    await published(approved, 'earlier', 'later')
    await published(await anAuthor(), 'by a newcomer')
    expect(await titles()).toEqual(['later', 'by an administrator', 'three'])
  })

  test('an author is known by the third published story; drafts and deleted stories do not count', async () => {
    const [known, by] = [await anApprovedAuthor(), await anAuthor()]
    await published(known, 'known')
    await published(by, 'one')
    const { id } = await aStory({ by, title: 'deleted' })
    await send('DELETE', `/contents/${id}`, { as: by.id })
    await aStory({ by, title: 'draft', isDraft: true })
    passTime(1_000)
    await published(by, 'two')
    expect(await titles()).toEqual(['known'])
    await published(by, 'three')
    expect(await titles()).toEqual(['three', 'known'])
  })

  test('has one story as the lead until an author is known, and none without stories', async () => {
    expect(await front()).toEqual({ top: [], ends_at: null })
    await published(await anAuthor(), 'the first')
    await published(await anAuthor(), 'the second')
    expect(await titles()).toEqual(['the second'])
  })

  test('leaves out a suspended author until the suspension is lifted', async () => {
    const [admin, by] = [await anAdmin(), await anApprovedAuthor()]
    await published(await anApprovedAuthor(), 'other')
    await published(by, 'theirs')
    await send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'Spam' } })
    expect(await titles()).toEqual(['other'])
    await send('POST', `/users/${by.id}/lift-suspension`, { as: admin.id })
    expect(await titles()).toEqual(['theirs', 'other'])
  })

  test('names the tags of what changes it', async () => {
    expect((await get('/front-page')).headers.get('cache-tag')).toBe('front-page,list:all')
    const [admin, by] = [await anAdmin(), await aProvenPerson()]
    const { id } = await aStory({ by })
    const changes = [
      await pin(admin, id),
      await send('DELETE', `/front-page/pins/${id}`, { as: admin.id }),
      await send('POST', `/users/${by.id}/approve-mailing`, { as: admin.id }),
      await send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'Spam' } }),
    ]
    expect(changes.map(({ status, headers }) => [status, headers.get('cache-tag')])).toEqual(
      changes.map(() => [200, 'front-page']),
    )
  })
})

describe('PUT /front-page/pins/:id', () => {
  test('puts a story on top until its end; an author of a pinned story has no other there', async () => {
    const [admin, newcomer, known] = [await anAdmin(), await anAuthor(), await anApprovedAuthor()]
    const { id } = await aStory({ by: newcomer, title: 'pinned' })
    await published(known, 'earlier', 'newest')
    expect(await titles()).toEqual(['newest'])
    const ends_at = inDays(3)
    const answer = await pin(admin, id, { place: 'lead', ends_at })
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Pinned.' }])
    expect([await titles(), (await front()).ends_at]).toEqual([['pinned', 'newest'], ends_at])
    passTime(3 * dayMs)
    expect(await front()).toMatchObject({ top: [{ title: 'newest' }], ends_at: null })
    expect(await pinned(admin)).toEqual([])
  })

  test('a second stands beside the newest lead, and the story’s address names it too', async () => {
    const admin = await anAdmin()
    const { slug } = await aStory({ title: 'pinned' })
    await published(await anApprovedAuthor(), 'one')
    await published(await anApprovedAuthor(), 'two')
    expect(
      (
        await pin(admin, encodeURIComponent(`https://x.example/article/${slug}`), {
          place: 'second',
          ends_at: inDays(1),
        })
      ).status,
    ).toBe(200)
    expect(await titles()).toEqual(['two', 'pinned', 'one'])
  })

  test('says which story it replaces: the lead, or the second that was pinned first', async () => {
    const admin = await anAdmin()
    const says = async (title: string, place: string) => {
      passTime(1_000)
      const { id } = await aStory({ title })
      return (await (await pin(admin, id, { place, ends_at: inDays(1) })).json()).message
    }
    expect(await says('lead', 'lead')).toBe('Pinned.')
    expect(await says('second', 'second')).toBe('Pinned.')
    expect(await says('third', 'second')).toBe('Pinned.')
    expect(await says('other second', 'second')).toBe('Pinned. It replaces “second”.')
    expect(await says('other lead', 'lead')).toBe('Pinned. It replaces “lead”.')
    expect(await titles()).toEqual(['other lead', 'other second', 'third'])
    expect((await auditTrail('story_pinned')).at(-1)).toMatchObject({
      actor_id: admin.id,
      details: { title: 'other lead', place: 'lead', until: inDays(1).slice(0, 10), replaced: 'lead' },
    })
  })

  test('moves a story that is pinned already', async () => {
    const admin = await anAdmin()
    const { id } = await aStory({ title: 'moves' })
    await pin(admin, id, { place: 'second', ends_at: inDays(1) })
    const answer = await pin(admin, id, { place: 'lead', ends_at: inDays(2) })
    expect(await answer.json()).toEqual({ message: 'Pinned.' })
    expect(await pinned(admin)).toMatchObject([{ place: 'lead', story: { _id: id } }])
  })

  test.each(['unpublished', 'deleted', 'suspended'] as const)(
    'a pin counts no more once its story is %s',
    async (how) => {
      const [admin, by] = [await anAdmin(), await anApprovedAuthor()]
      await published(await anApprovedAuthor(), 'other')
      const { id } = await aStory({ by, title: 'pinned' })
      await pin(admin, id)
      expect(await titles()).toEqual(['pinned', 'other'])
      if (how === 'unpublished') await send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })
      if (how === 'deleted') await send('DELETE', `/contents/${id}`, { as: by.id })
      if (how === 'suspended') await send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'x' } })
      expect(await titles()).toEqual(['other'])
      expect(await pinned(admin)).toMatchObject([{ is_shown: false, story: { title: 'pinned' } }])
      // Its place is free.
      const { id: next } = await aStory({ title: 'next' })
      expect((await pin(admin, next)).status).toBe(200)
      expect((await titles())[0]).toBe('next')
    },
  )

  test('refuses what can’t be pinned, and bad input by its field', async () => {
    const [admin, by] = [await anAdmin(), await anAuthor()]
    const { id } = await aStory({ by })
    for (const [body, field] of [
      [{ place: 'third', ends_at: inDays(1) }, 'place'],
      [{ place: 'lead' }, 'ends_at'],
      [{ place: 'lead', ends_at: 'tomorrow' }, 'ends_at'],
      [{ place: 'lead', ends_at: inDays(0) }, 'ends_at'],
      [{ place: 'lead', ends_at: inDays(91) }, 'ends_at'],
      [{ place: 'lead', ends_at: '2'.repeat(8_000) }, 'ends_at'],
    ] as const) {
      const answer = await pin(admin, id, body)
      expect([answer.status, (await answer.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    expect((await pin(admin, id, { place: 'lead', ends_at: inDays(90) })).status).toBe(200)
    const { id: draft } = await aStory({ isDraft: true })
    expect((await pin(admin, draft)).status).toBe(409)
    expect((await pin(admin, 'no-such-story')).status).toBe(404)
    await send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'x' } })
    expect((await pin(admin, id)).status).toBe(409)
  })

  test('two administrators at once: each place has one story', async () => {
    const admins = [await anAdmin(), await anAdmin()]
    const stories = [await aStory(), await aStory()]
    const answers = await Promise.all(admins.map((admin, at) => pin(admin, stories[at]?.id ?? '')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await pinned(admins[0] as Actor)).toHaveLength(1)
  })
})

test('DELETE /front-page/pins/:id takes a story off the top, once', async () => {
  const admin = await anAdmin()
  const { id } = await aStory({ title: 'pinned' })
  await pin(admin, id)
  const remove = () => send('DELETE', `/front-page/pins/${id}`, { as: admin.id })
  expect((await remove()).status).toBe(200)
  expect(await pinned(admin)).toEqual([])
  expect((await remove()).status).toBe(404)
  expect(await auditTrail('story_unpinned')).toMatchObject([
    { actor_id: admin.id, details: { story: id, title: 'pinned' } },
  ])
})

describe('GET /front-page/new-authors', () => {
  test('lists authors who are not known, the last published first, until they are approved', async () => {
    const [admin, first, second, known, suspended] = [
      await anAdmin(),
      await aProvenPerson({ name: 'Ada' }),
      await anAuthor({ name: 'Ben' }),
      await anAuthor(),
      await anAuthor(),
    ]
    await published(first, 'one', 'two')
    await published(known, 'a', 'b', 'c')
    await published(suspended, 'spam')
    await send('POST', `/users/${suspended.id}/suspend`, { as: admin.id, body: { reason: 'x' } })
    await published(second, 'other')
    const list = async () => (await (await get('/front-page/new-authors', { as: admin.id })).json()) as NewAuthor[]
    expect(await list()).toEqual([
      {
        ...{ uuid: second.id, name: 'Ben', email_proven: false, stories: 1 },
        newest: { slug: 'other', title: 'other', published_at: expect.any(String) },
      },
      {
        ...{ uuid: first.id, name: 'Ada', email_proven: true, stories: 2 },
        newest: { slug: 'two', title: 'two', published_at: expect.any(String) },
      },
    ])
    await send('POST', `/users/${first.id}/approve-mailing`, { as: admin.id })
    expect((await list()).map(({ name }) => name)).toEqual(['Ben'])
    expect(await titles()).toEqual(['c', 'two'])
  })
})

test('the desk’s calls answer 401 without a session and 403 to others', async () => {
  const other = await anApprovedAuthor()
  const { id } = await aStory({ by: other })
  const body = { place: 'lead', ends_at: inDays(1) }
  const asks = [
    (as?: string) => get('/front-page/pins', { as }),
    (as?: string) => get('/front-page/new-authors', { as }),
    (as?: string) => send('PUT', `/front-page/pins/${id}`, { as, body }),
    (as?: string) => send('DELETE', `/front-page/pins/${id}`, { as }),
  ]
  for (const ask of asks) expect([(await ask()).status, (await ask(other.id)).status]).toEqual([401, 403])
})
