import { type SQL, sql } from 'drizzle-orm'
import { indexStory, type SearchDocument } from '#stories/search-index/index-story.ts'
import { api, withApi } from '#testing/api.ts'
import type { Db } from './client.ts'
import { afterCommit, runTransaction, transaction } from './transaction.ts'

withApi()

const words = ['apple', 'mango', 'zebra']
beforeEach(async () => {
  for (const word of words) {
    await api().pool.query('insert into search_words (word, stem, documents) values ($1, $1, 5)', [word])
  }
})

/** Says when all have come, to those that come the first time. */
function meetingOf(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come++
    if (come === count) all.resolve()
    return all.promise
  }
}

const more = (word: string): SQL => sql`update search_words set documents = documents + 1 where word = ${word}`

async function counts(): Promise<number[]> {
  const { rows } = await api().pool.query<{ documents: number }>('select documents from search_words order by word')
  return rows.map(({ documents }) => documents)
}

test('retries one of two deadlocked transactions, and both are executed once', async () => {
  const meet = meetingOf(2)
  const done: string[] = []
  let runs = 0
  const both = (name: string, [first = '', second = '']: string[]) =>
    transaction(api().context.db, async (tx) => {
      runs++
      afterCommit(tx, () => done.push(name))
      await tx.execute(more(first))
      await meet()
      await tx.execute(more(second))
    })
  await Promise.all([both('there', ['apple', 'zebra']), both('back', ['zebra', 'apple'])])
  expect(runs).toBe(3)
  expect(done.sort()).toEqual(['back', 'there'])
  expect(await counts()).toEqual([7, 5, 7])
})

test('retries a transaction with an outdated snapshot', async () => {
  const meet = meetingOf(2)
  const addOne = () =>
    transaction(api().context.db, async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`)
      await tx.execute(sql`select documents from search_words`)
      await meet()
      await tx.execute(more('mango'))
    })
  await Promise.all([addOne(), addOne()])
  expect(await counts()).toEqual([5, 7, 5])
})

test('gives up on a conflict that never resolves', async () => {
  let runs = 0
  const hopeless = transaction(api().context.db, async (tx) => {
    runs++
    await tx.execute(sql`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`)
  })
  await expect(hopeless).rejects.toMatchObject({ cause: { code: '40P01' } })
  expect(runs).toBe(5)
})

test('a statement outside of a transaction is tried again as well', async () => {
  const { pool } = api()
  await pool.query('create sequence tries')
  await pool.query(
    "do $$ begin if nextval('tries') < 3 then raise exception 'in the way' using errcode = '40P01'; end if; end $$",
  )
  expect((await pool.query('select last_value from tries')).rows).toEqual([{ last_value: '3' }])
  await pool.query('drop sequence tries')
})

describe('two simultaneous edits', () => {
  const story = (id: string, text: string): SearchDocument => ({
    ...{ id, publishedAt: new Date(0), title: '', subTitle: '', author: '', text },
  })
  // Without a second try: that they never lock each other out is the point.
  const edit = (before: SearchDocument, after: SearchDocument) => {
    const { pool } = api()
    return runTransaction(pool, pool.retryBudget(), (tx) => indexStory(tx as Db, before, after))
  }

  test('that swap words never deadlock', async () => {
    const { pool } = api()
    const ids = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002']
    await pool.query('alter table search_documents drop constraint search_documents_content_id_fkey')
    try {
      const [first = '', second = ''] = ids
      const [fruit, animals] = ['apple banana cherry mango', 'tiger walrus yak zebra']
      for (let round = 0; round < 40; round++) {
        const [a, b] = round % 2 ? [fruit, animals] : [animals, fruit]
        await Promise.all([edit(story(first, a), story(first, b)), edit(story(second, b), story(second, a))])
      }
      expect(await counts()).toHaveLength(8)
    } finally {
      await pool.query('truncate search_documents')
      await pool.query(
        'alter table search_documents add foreign key (content_id) references contents on delete cascade',
      )
    }
  })

  test('decrements the count of a word that a story loses, but never below zero', async () => {
    const id = '01990000-0000-7000-8000-000000000001'
    await api().pool.query("update search_words set documents = 0 where word = 'mango'")
    await edit(story(id, 'apple mango'), undefined as unknown as SearchDocument)
    expect(await counts()).toEqual([4, 0, 5])
  })
})
