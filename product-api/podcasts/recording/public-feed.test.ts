import type { Episode, Podcast } from '#contract/podcasts.ts'
import { tags } from '#contract/tags.ts'
import { unpublishStory } from '#stories/write/withdraw-story.ts'
import { mails as doJobs, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory, writing } from '#testing/factories.ts'
import { removeKeptFiles } from '#testing/uploads.ts'

withApi()
afterEach(removeKeptFiles)

const feed = async () => (await (await get('/podcasts/public')).json()) as Episode[]
const list = async (as: string) => (await (await get('/podcasts', { as })).json()) as Podcast[]
const change = (as: string, fileName: string, body: object) => send('PUT', `/podcasts/${fileName}`, { as, body })

async function aPodcast(as: string, text: string): Promise<Podcast> {
  await send('POST', '/podcasts', { as, body: { text } })
  await doJobs()
  return (await list(as))[0] as Podcast
}

test('contains exactly the podcasts that administrators made public, the last one first', async () => {
  const { id: as } = await anAdmin()
  const [first, second, third] = [
    await aPodcast(as, 'First. It is here.'),
    await aPodcast(as, 'Second.'),
    await aPodcast(as, 'Third.'),
  ]
  await change(as, second.fileName, { is_public: true, description: 'The second one.' })
  await change(as, first.fileName, { is_public: true })
  const response = await get('/podcasts/public')
  expect(response.headers.get('cache-tag')).toBe(tags.podcasts)
  expect(await response.json()).toMatchObject([
    {
      id: first.id,
      title: 'First.',
      description: 'First. It is here.',
      url: first.url,
      bytes: first.bytes,
      chapters: null,
    },
    { id: second.id, description: 'The second one.', duration_ms: second.duration_ms, story_slug: null },
  ])
  expect(JSON.stringify(await feed())).not.toContain(third.id)
  const hidden = await change(as, first.fileName, { is_public: false })
  expect(hidden.headers.get('cache-tag')).toContain(tags.podcasts)
  expect((await feed()).map(({ id }) => id)).toEqual([second.id])
})

test('names chapters if a text has headings, and their file has their times', async () => {
  const { id: as } = await anAdmin()
  const { fileName } = await aPodcast(as, '# The harbour\n\nIt is dark.\n\n# The sea\n\nIt is light.')
  await change(as, fileName, { is_public: true })
  const [{ chapters }] = (await feed()) as [Episode]
  const response = await get(chapters ?? '')
  expect(response.headers.get('content-type')).toBe('application/json+chapters')
  const { version, chapters: all } = await response.json()
  expect([version, all.map(({ title }: { title: string }) => title)]).toEqual(['1.2.0', ['The harbour', 'The sea']])
  expect(all[0].startTime).toBe(0)
  expect(all[1].startTime).toBeGreaterThan(1)
})

test('contains a story with its author while it is public; a new narration stays the same episode', async () => {
  const [{ id: as }, by] = [await anAdmin(), await anAuthor({ name: 'Ada Marsh' })]
  const { slug, id } = await aStory({ by, content: '<p>The lamp turns.</p>' })
  await send('POST', `/contents/${slug}/narration`, { as })
  await doJobs()
  const [{ fileName }] = (await list(as)) as [Podcast]
  await change(as, fileName, { is_public: true })
  const [before] = (await feed()) as [Episode]
  expect(before).toMatchObject({ author: 'Ada Marsh', story_slug: slug, description: 'The lamp turns.' })
  await send('PUT', `/contents/${id}`, {
    as: by.id,
    body: { content: '<p>The lamp stands still.</p>', isDraft: false },
  })
  await doJobs({ later: true })
  const [after] = (await feed()) as [Episode]
  expect([after.id, after.url === before.url]).toEqual([before.id, false])
  await unpublishStory(writing(by), id)
  expect(await feed()).toEqual([])
})
