import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import type { StoryPage } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import { updateStory } from '#stories/write/edit-story.ts'
import { unpublishStory } from '#stories/write/withdraw-story.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, mails as doJobs, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory, writing } from '#testing/factories.ts'
import { listenToVoice } from '#testing/listen-to-voice.ts'
import { removeKeptFiles } from '#testing/uploads.ts'
import { forgetUnusedSpeech } from './audio-files.ts'
import { narrateMissed, narratePublished } from './narrate-story.ts'

withApi()
afterEach(removeKeptFiles)
afterEach(() => Object.assign(api().context, { narratesStories: false }))

const content = '<p>The lamp turns all night. Nobody sleeps.</p><h2>Later</h2><p>The boat came.</p>'

async function page(slug: string): Promise<StoryPage> {
  return (await (await get(`/contents/slug/${slug}`)).json()) as StoryPage
}

/** To the end: an unread file stays open. */
async function statusOf(url: string): Promise<number> {
  const response = await get(url)
  await response.arrayBuffer()
  return response.status
}

const narrate = (as: string | undefined, slugOrId: string) => send('POST', `/contents/${slugOrId}/narration`, { as })

test('the file of a text that was read again stays for a week from then, however old it is', async () => {
  const [{ id: as }, by] = [await anAdmin(), await anAuthor()]
  const { slug } = await aStory({ by, content })
  await narrate(as, slug)
  await doJobs()
  const old = (await page(slug)).post.narration?.url ?? ''
  passTime(30 * dayMs)
  await narrate(as, slug)
  await doJobs()
  const { context } = api()
  const inDays = (days: number) => ({ ...context, now: () => new Date(context.now().getTime() + days * dayMs) })
  await forgetUnusedSpeech(inDays(6))
  expect(await statusOf(old)).toBe(200)
  await forgetUnusedSpeech(inDays(8))
  expect(await statusOf(old)).toBe(404)
  expect(await statusOf((await page(slug)).post.narration?.url ?? '')).toBe(200)
})

describe('POST /contents/:id/narration', () => {
  test('reads a published story aloud, with a transcript, for its page', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor({ name: 'Ada Marsh' })]
    const { slug, id } = await aStory({ by, title: 'The Lamp', content })
    expect((await page(slug)).post.narration).toBeNull()
    const { rows: before } = await api().pool.query('select coalesce(max(id), 0) as id from changes')
    const spoken = listenToVoice()
    const response = await narrate(as, slug)
    expect([response.status, ((await response.json()) as PodcastJob).state]).toEqual([202, 'waiting'])
    await doJobs()
    expect(spoken).toEqual([
      ...['The Lamp', 'By Ada Marsh.', 'The lamp turns all night.', 'Nobody sleeps.', 'Later', 'The boat came.'],
    ])
    const { narration } = (await page(slug)).post
    expect(narration).toMatchObject({
      url: expect.stringMatching(/^\/audio\/.*\.mp3$/),
      duration_ms: expect.any(Number),
    })
    const transcript = await (await get(narration?.transcript ?? '')).text()
    expect(transcript).toContain('\nBy Ada Marsh.\n')
    const { rows: changed } = await api().pool.query('select tags from changes where id > $1', [before[0].id])
    expect(changed.flatMap(({ tags: names }) => names)).toContain(tags.content(slug))
    const [podcast] = (await (await get('/podcasts', { as })).json()) as [Podcast]
    expect(podcast).toMatchObject({ title: 'The Lamp', story: { slug, title: 'The Lamp' } })
    expect((await narrate(as, id)).status).toBe(202)
    expect((await narrate(as, id)).status).toBe(409)
  })

  test('refuses a story that is not public or can’t be read aloud', async () => {
    const { id: as } = await anAdmin()
    const draft = await aStory({ isDraft: true })
    expect((await narrate(as, draft.id)).status).toBe(404)
    expect((await narrate(as, 'nothing-of-the-kind')).status).toBe(404)
    const { slug } = await aStory({ title: '東京', content: '<p>日本語の文章です。</p>', authorName: '山田' })
    const response = await narrate(as, slug)
    expect([response.status, (await response.json()).code]).toEqual([422, 'unspeakable'])
    expect(await (await get('/podcasts/jobs', { as })).json()).toEqual([])
  })

  test('refuses callers without a session and non-administrators, including the author', async () => {
    const by = await anAuthor()
    const { slug } = await aStory({ by })
    expect((await narrate(undefined, slug)).status).toBe(401)
    expect((await narrate(by.id, slug)).status).toBe(403)
  })
})

describe('a story that is read aloud', () => {
  test('is read again when it changes, and only changed sentences are spoken', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor({ name: 'Ada Marsh' })]
    const { slug, id } = await aStory({ by, title: 'The Lamp', content })
    await narrate(as, slug)
    await doJobs()
    const before = (await page(slug)).post.narration
    const spoken = listenToVoice()
    await updateStory(writing(by), id, { content: content.replace('Nobody sleeps.', 'Everybody sleeps.') })
    await doJobs({ later: true })
    expect(spoken).toEqual(['Everybody sleeps.'])
    const after = (await page(slug)).post.narration
    expect(after?.url).not.toBe(before?.url)
    // A listener may still be playing it.
    expect(await statusOf(before?.url ?? '')).toBe(200)
  })

  test('is read once when it changes again and again, and keeps its sound until then', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor()]
    const { slug, id } = await aStory({ by, content })
    await narrate(as, slug)
    await doJobs()
    const before = (await page(slug)).post.narration
    const spoken = listenToVoice()
    for (const who of ['Everybody', 'Somebody', 'The keeper']) {
      await updateStory(writing(by), id, { content: content.replace('Nobody sleeps.', `${who} sleeps.`) })
      await doJobs()
    }
    expect(spoken).toEqual([])
    expect((await page(slug)).post.narration).toEqual(before)
    await doJobs({ later: true })
    expect(spoken).toEqual(['The keeper sleeps.'])
  })

  test('keeps its file when it is published again with the same words', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor()]
    const { slug, id } = await aStory({ by, content })
    await narrate(as, slug)
    await doJobs()
    const before = (await page(slug)).post.narration
    await updateStory(writing(by), id, { category: 'books' })
    await doJobs()
    expect((await page(slug)).post.narration).toEqual(before)
    // An administrator can have it read again all the same.
    await narrate(as, slug)
    await doJobs()
    expect((await page(slug)).post.narration?.url).not.toBe(before?.url)
  })

  test('is silent once its text can’t be read aloud any more, and its page says so', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor()]
    const { slug, id } = await aStory({ by, content })
    await narrate(as, slug)
    await doJobs()
    await updateStory(writing(by), id, { title: '東京', content: '<p>日本語の文章です。</p>', authorName: '山田' })
    await api().pool.query('truncate changes')
    await doJobs()
    expect((await page(slug)).post.narration).toBeNull()
    const { rows } = await api().pool.query('select tags from changes')
    expect(rows.flatMap((row) => row.tags)).toEqual(expect.arrayContaining([tags.content(slug), tags.podcasts]))
    // Each night looks at it again, and purges no page for it.
    await api().pool.query('truncate changes')
    await narrateMissed(api().context)
    await doJobs()
    expect((await api().pool.query('select tags from changes')).rows).toEqual([])
  })

  test('cannot be heard while it is not public', async () => {
    const [{ id: as }, by] = [await anAdmin(), await anAuthor()]
    const { slug, id } = await aStory({ by, content })
    await narrate(as, slug)
    await doJobs()
    const url = (await page(slug)).post.narration?.url ?? ''
    await unpublishStory(writing(by), id)
    expect(await statusOf(url)).toBe(404)
    await updateStory(writing(by), id, { isDraft: false })
    expect(await statusOf(url)).toBe(200)
    await send('DELETE', `/contents/${id}`, { as: by.id })
    expect(await statusOf(url)).toBe(404)
  })

  test('is narrated when it is published if the settings ask for that for every story', async () => {
    const spoken = listenToVoice()
    const by = await anAuthor({ name: 'Ada Marsh' })
    const { slug: silent } = await aStory({ by, content })
    await doJobs()
    expect((await page(silent)).post.narration).toBeNull()
    api().context.narratesStories = true
    const { slug } = await aStory({ by, content })
    await doJobs()
    expect((await page(slug)).post.narration?.url).toMatch(/^\/audio\//)
    expect(spoken).toContain('The boat came.')
  })

  test('has no audio any more once its podcast is deleted', async () => {
    const { id: as } = await anAdmin()
    const { slug } = await aStory({ content })
    await narrate(as, slug)
    await doJobs()
    const [{ fileName }] = (await (await get('/podcasts', { as })).json()) as [Podcast]
    await send('DELETE', `/podcasts/${fileName}`, { as })
    expect((await page(slug)).post.narration).toBeNull()
  })
})

describe('an author who doesn’t want their stories to be read aloud', () => {
  const letRead = (as: string, readAloud: boolean) => send('POST', '/users/update-profile', { as, body: { readAloud } })

  test('has none narrated: neither when it is published, nor by an administrator, nor at night', async () => {
    const [by, { id: as }] = [await anAuthor(), await anAdmin()]
    expect((await (await letRead(by.id, false)).json()).read_aloud).toBe(false)
    api().context.narratesStories = true
    const { slug, id } = await aStory({ by, content })
    await doJobs()
    const response = await narrate(as, id)
    expect([response.status, (await response.json()).detail]).toEqual([
      409,
      'Its author doesn’t want their stories to be read aloud.',
    ])
    await narrateMissed(api().context)
    await doJobs()
    expect((await page(slug)).post.narration).toBeNull()
    expect((await api().pool.query('select * from podcasts')).rows).toEqual([])
  })

  test('takes the sound of earlier ones away, with the pages that offer it, and may bring it back', async () => {
    const [by, { id: as }] = [await anAuthor(), await anAdmin()]
    const { slug } = await aStory({ by, content })
    await narrate(as, slug)
    await doJobs()
    const url = (await page(slug)).post.narration?.url ?? ''
    const [{ fileName }] = (await (await get('/podcasts', { as })).json()) as [Podcast]
    await send('PUT', `/podcasts/${fileName}`, { as, body: { is_public: true } })
    await api().pool.query('truncate changes')
    await letRead(by.id, false)
    const { rows } = await api().pool.query('select tags from changes')
    expect(rows.flatMap((row) => row.tags)).toEqual(expect.arrayContaining([tags.profile(by.id), tags.podcasts]))
    expect((await page(slug)).post.narration).toBeNull()
    expect(await statusOf(url)).toBe(404)
    expect(await (await get('/podcasts/public')).json()).toEqual([])
    expect(await (await get('/podcasts', { as })).json()).toEqual([])
    await letRead(by.id, true)
    expect((await page(slug)).post.narration?.url).toBe(url)
    expect(await statusOf(url)).toBe(200)
  })

  test('has no earlier text read once they allow it again: what changed is silent until it is read anew', async () => {
    const [by, { id: as }] = [await anAuthor(), await anAdmin()]
    const [changed, same] = [await aStory({ by, content }), await aStory({ by, content })]
    for (const { slug } of [changed, same]) await narrate(as, slug)
    await doJobs()
    const before = (await page(same.slug)).post.narration
    await letRead(by.id, false)
    await updateStory(writing(by), changed.id, { content: '<p>The lamp is out.</p>' })
    await updateStory(writing(by), same.id, { category: 'books' })
    await doJobs()
    await letRead(by.id, true)
    await doJobs()
    expect((await page(changed.slug)).post.narration).toBeNull()
    expect((await page(same.slug)).post.narration).toEqual(before)
    await narrateMissed(api().context)
    await doJobs({ later: true })
    const { narration } = (await page(changed.slug)).post
    expect(await (await get(narration?.transcript ?? '')).text()).toContain('\nThe lamp is out.\n')
    expect((await page(same.slug)).post.narration).toEqual(before)
  })

  test('has nothing finished for an earlier text that was being read when they said no', async () => {
    const [by, { id: as }] = [await anAuthor(), await anAdmin()]
    const { slug, id } = await aStory({ by, content })
    await narrate(as, slug)
    const { context } = api()
    const { voice } = context
    context.voice = {
      ...voice,
      speak: async (words, options) => {
        if (words === 'Later') {
          await letRead(by.id, false)
          await updateStory(writing(by), id, { content: '<p>The lamp is out.</p>' })
          await narratePublished(context, { contentId: id })
        }
        return voice.speak(words, options)
      },
    }
    await doJobs()
    context.voice = voice
    await letRead(by.id, true)
    expect((await page(slug)).post.narration).toBeNull()
  })
})

test('a story that was missed is narrated at night, if every story is to be', async () => {
  const { slug } = await aStory({ content })
  await doJobs()
  await narrateMissed(api().context)
  await doJobs()
  expect((await page(slug)).post.narration).toBeNull()
  api().context.narratesStories = true
  await narrateMissed(api().context)
  await doJobs()
  expect((await page(slug)).post.narration?.url).toMatch(/^\/audio\//)
})

test('what a person asks for is read before what is read by itself', async () => {
  const [{ id: as }, by] = [await anAdmin(), await anAuthor({ name: 'Ada' })]
  api().context.narratesStories = true
  await aStory({ by, title: 'By itself', content: '<p>First written.</p>' })
  const { context } = api()
  await narratePublished(context, { contentId: (await storyIds())[0] ?? '' })
  context.narratesStories = false
  const { slug } = await aStory({ by, title: 'Asked for', content: '<p>Then asked for.</p>' })
  await narrate(as, slug)
  const spoken = listenToVoice()
  await doJobs()
  expect(spoken.filter((line) => /^(First|Then)/.test(line))).toEqual(['Then asked for.', 'First written.'])
})

const storyIds = async () => (await api().pool.query('select id from contents')).rows.map(({ id }) => id as string)
