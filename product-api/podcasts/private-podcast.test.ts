import type { Episode } from '#contract/podcasts.ts'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { unpublishStory } from '#stories/write/withdraw-story.ts'
import { api, mails as doJobs, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory, writing } from '#testing/factories.ts'
import { removeKeptFiles } from '#testing/uploads.ts'

withApi()
afterEach(removeKeptFiles)

const path = '/reading-list/podcast'
const content = '<p>The lamp turns all night.</p>'
const none = { url: null, episodes: 0, saved: 0, under_way: 0, percent: 0 }

const save = (as: string, articleId: string) => send('POST', '/bookmarks', { as, body: { articleId, userId: as } })
const make = async (as: string) => (await (await send('POST', path, { as })).json()) as ReadingListPodcast
const find = async (as: string) => (await (await get(path, { as })).json()) as ReadingListPodcast
const keyOf = ({ url }: ReadingListPodcast) => /\/reading-list\/([^/]+)\/feed\.xml$/.exec(url ?? '')?.[1] ?? ''
const open = (key: string) => get(`${path}/${key}`)
const episodesOf = async (key: string) => ((await (await open(key)).json()) as { episodes: Episode[] }).episodes

test('has a person’s saved stories, those so far and those to come', async () => {
  const { id: as } = await anAuthor({ name: 'Bea' })
  const [before, after, other] = [
    await aStory({ title: 'Before', content }),
    await aStory({ title: 'After', content }),
    await aStory({ content }),
  ]
  await save(as, before.id)
  await doJobs()
  expect(await find(as)).toEqual(none)
  const made = await make(as)
  expect(made.url).toMatch(/^http:\/\/localhost:3000\/reading-list\/[\w-]{16}\.[\w-]{32}\/feed\.xml$/)
  await doJobs()
  await save(as, after.id)
  await doJobs()
  expect(await find(as)).toEqual({ url: made.url, episodes: 2, saved: 2, under_way: 0, percent: 0 })
  const answer = await (await open(keyOf(made))).json()
  expect(answer.name).toBe('Bea')
  expect(answer.episodes).toMatchObject([
    { title: 'After', story_slug: after.slug, description: 'The lamp turns all night.', chapters: null },
    { title: 'Before', story_slug: before.slug },
  ])
  expect(JSON.stringify(answer)).not.toContain(other.slug)
  await send('DELETE', `/bookmarks/${as}/${after.id}`, { as })
  expect(await episodesOf(keyOf(made))).toHaveLength(1)
})

test('a new address takes the place of the old one, and the end of the podcast is the end of both', async () => {
  const { id: as } = await anAuthor()
  const [first, second] = [await make(as), await make(as)]
  expect(second.url).not.toBe(first.url)
  expect([(await open(keyOf(first))).status, (await open(keyOf(second))).status]).toEqual([404, 200])
  expect(await (await send('DELETE', path, { as })).json()).toEqual(none)
  expect((await open(keyOf(second))).status).toBe(404)
  expect((await send('DELETE', path, { as })).status).toBe(200)
})

test('a story that is taken back is not in it', async () => {
  const [{ id: as }, by] = [await anAuthor(), await anAuthor()]
  const story = await aStory({ by, content })
  await save(as, story.id)
  const key = keyOf(await make(as))
  await doJobs()
  expect(await episodesOf(key)).toHaveLength(1)
  await unpublishStory(writing(by), story.id)
  expect(await episodesOf(key)).toEqual([])
})

test('no other key opens it, however similar', async () => {
  const { id: as } = await anAuthor()
  const key = keyOf(await make(as))
  const [id = '', signature = ''] = key.split('.')
  const wrong = [id, `${id}.`, `${id}.${'A'.repeat(32)}`, `${id}.${signature}A`, `A${key}`, 'x', '%2e%2e']
  for (const one of wrong) expect([400, 404]).toContain((await open(one)).status)
})

test('it stops working while its owner is suspended', async () => {
  const [{ id: as }, admin] = [await anAuthor(), await anAdmin()]
  const key = keyOf(await make(as))
  await send('POST', `/users/${as}/suspend`, { as: admin.id, body: { reason: 'Spam.' } })
  expect((await open(key)).status).toBe(404)
  await send('POST', `/users/${as}/lift-suspension`, { as: admin.id })
  expect((await open(key)).status).toBe(200)
})

test('it is personal: without a session there is none, and each person has their own', async () => {
  const [ada, bea] = [await anAuthor(), await anAuthor()]
  const story = await aStory({ content })
  await save(ada.id, story.id)
  const [hers, others] = [await make(ada.id), await make(bea.id)]
  await doJobs()
  expect((await episodesOf(keyOf(hers))).length).toBe(1)
  expect(await episodesOf(keyOf(others))).toEqual([])
  for (const method of ['GET', 'POST', 'DELETE']) expect((await send(method, path)).status).toBe(401)
})

test('at most twenty stories a day are read aloud for one person, and twenty new addresses an hour are enough', async () => {
  const { id: as } = await anAuthor()
  await make(as)
  for (let taken = 0; taken < 19; taken++) await api().context.limits.take('readerNarration', as)
  for (const { id } of [await aStory({ content }), await aStory({ content })]) await save(as, id)
  await doJobs()
  expect((await find(as)).episodes).toBe(1)
  for (let made = 1; made < 20; made++) await make(as)
  expect((await send('POST', path, { as })).status).toBe(429)
})

test('twice is once: the job begins nothing again', async () => {
  const { id: as } = await anAuthor()
  const { id } = await aStory({ content })
  await save(as, id)
  await make(as)
  await doJobs()
  const runs = async () => (await api().pool.query('select run, state from podcasts')).rows
  const before = await runs()
  await make(as)
  await doJobs()
  expect(await runs()).toEqual(before)
})

describe('how far it is', () => {
  const query = (text: string, values: unknown[] = []) => api().pool.query(text, values)

  test('counts what is ready, what is under way, and how much of that is spoken', async () => {
    const { id: as } = await anAuthor()
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) ids.push((await aStory({ title, content })).id)
    for (const id of ids) await save(as, id)
    // The job has not begun yet.
    expect(await make(as)).toMatchObject({ episodes: 0, saved: 4, under_way: 4, percent: 0 })
    await doJobs()
    expect(await find(as)).toMatchObject({ episodes: 4, saved: 4, under_way: 0 })
    await query(
      "update podcasts set state = 'speaking', audio_id = null, parts = 10, parts_done = 5 where content_id = $1",
      [ids[0]],
    )
    await query(
      "update podcasts set state = 'waiting', audio_id = null, parts = 10, parts_done = 0 where content_id = $1",
      [ids[1]],
    )
    await query("update podcasts set state = 'failed', audio_id = null where content_id = $1", [ids[2]])
    expect(await find(as)).toMatchObject({ episodes: 1, saved: 4, under_way: 2, percent: 25 })
  })

  test('does not wait for a story that can’t be read aloud', async () => {
    const { id: as } = await anAuthor()
    await save(as, (await aStory({ title: '東京', content: '<p>日本語の文章です。</p>', authorName: '山田' })).id)
    await make(as)
    await doJobs()
    await query("update bookmarks set created_at = created_at - interval '2 minutes'")
    await query("update reading_list_feeds set created_at = created_at - interval '2 minutes'")
    expect(await find(as)).toMatchObject({ episodes: 0, saved: 1, under_way: 0 })
  })

  test('leaves out a story whose author doesn’t want it to be read aloud', async () => {
    const [{ id: as }, by] = [await anAuthor(), await anAuthor()]
    await save(as, (await aStory({ by, content })).id)
    const key = keyOf(await make(as))
    await doJobs()
    expect(await episodesOf(key)).toHaveLength(1)
    await send('POST', '/users/update-profile', { as: by.id, body: { readAloud: false } })
    expect(await find(as)).toMatchObject({ episodes: 0, saved: 0, under_way: 0 })
    expect(await episodesOf(key)).toEqual([])
  })
})
