import type { SearchHit } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import { api, get, mails, send, withApi } from '../testing/api.ts'
import { anAuthor, aStory } from '../testing/factories.ts'

withApi()

const titlesFor = async (text: string) =>
  ((await (await get(`/contents/search?content=${encodeURIComponent(text)}`)).json()) as SearchHit[])
    .map(({ title }) => title)
    .sort()

test('stories are found by their author’s new name, and by the old one no longer', async () => {
  const by = await anAuthor({ name: 'Wilhelmina Zorn' })
  await aStory({ by, title: 'Harbour' })
  await aStory({ by, title: 'Signed by somebody else', authorName: 'Quillon' })
  await aStory({ by, title: 'Draft', isDraft: true })
  expect(await titlesFor('wilhelmina')).toEqual(['Harbour'])

  await send('POST', '/users/update-profile', { as: by.id, body: { name: 'Ottoline Zorn' } })
  await api().pool.query('truncate changes')
  // Runs every job that waits.
  await mails()
  const { rows: told } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  expect(told).toEqual([{ tags: [tags.search] }])
  expect(await titlesFor('ottoline')).toEqual(['Harbour'])
  expect(await titlesFor('wilhelmina')).toEqual([])
  expect(await titlesFor('zorn')).toEqual(['Harbour'])
  expect(await titlesFor('quillon')).toEqual(['Signed by somebody else'])
})
