import type { SearchHit } from '#contract/stories.ts'
import { tags } from '#contract/tags.ts'
import { transaction } from '#platform/db/transaction.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory, writing } from '#testing/factories.ts'
import { updateStory } from './write/edit-story.ts'
import { deleteStory } from './write/withdraw-story.ts'

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

/** In how many stories the vocabulary has each of these words; words of none are left out. */
async function counted(...words: string[]): Promise<Record<string, number>> {
  const { rows } = await api().pool.query<{ word: string; documents: number }>(
    'select word, documents from search_words where word = any($1) and documents > 0 order by word',
    [words],
  )
  return Object.fromEntries(rows.map(({ word, documents }) => [word, documents]))
}

test('the vocabulary is right whatever is written between a change of name and its job, and after two of them', async () => {
  const by = await anAuthor({ name: 'Wilhelmina Zorn' })
  const rename = (name: string) => send('POST', '/users/update-profile', { as: by.id, body: { name } })
  await aStory({ by: await anAuthor({ name: 'Somebody' }), title: 'About Wilhelmina and Ottoline' })
  const edited = await aStory({ by, title: 'Edited' })
  const deleted = await aStory({ by, title: 'Deleted' })
  await aStory({ by, title: 'Left alone' })
  await rename('Ottoline Zorn')
  await rename('Philippa Zorn')
  await updateStory(writing(by), edited.id, { title: 'Changed', isDraft: false }, edited.version)
  await deleteStory(writing(by), deleted.id)
  await aStory({ by, title: 'Begun under the new name' })
  await mails()
  expect(await counted('wilhelmina', 'ottoline', 'philippa', 'zorn', 'edited', 'deleted')).toEqual({
    ...{ wilhelmina: 1, ottoline: 1, philippa: 3, zorn: 3 },
  })
})

test('a story that was indexed before its author was noted there is brought to the new name once', async () => {
  const by = await anAuthor({ name: 'Wilhelmina Zorn' })
  await aStory({ by: await anAuthor({ name: 'Somebody' }), title: 'About Wilhelmina' })
  await aStory({ by, title: 'Old' })
  await api().pool.query('update search_documents set author = null')
  await send('POST', '/users/update-profile', { as: by.id, body: { name: 'Ottoline Zorn' } })
  await mails()
  await transaction(api().context.db, (tx) =>
    api().queue.enqueue(tx, 'rename-author', { userId: by.id, from: 'Wilhelmina Zorn' }),
  )
  await mails()
  expect(await counted('wilhelmina', 'ottoline', 'zorn')).toEqual({ wilhelmina: 1, ottoline: 1, zorn: 1 })
})
