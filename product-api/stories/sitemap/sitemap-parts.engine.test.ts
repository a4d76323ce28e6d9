import { api, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { listSitemapParts } from './sitemap.ts'

withApi()

const day = (date: number) => `2020-01-${String(date).padStart(2, '0')}`
const parts = () => listSitemapParts(api().context)

/** This many stories on one day, a moment apart. */
async function insertStories(date: number, count: number): Promise<void> {
  const { id } = await anAuthor()
  await api().pool.query(
    `insert into contents (id, slug, title, content, content_text, category, author_id, is_draft,
                           published_at, created_at, updated_at)
     select gen_random_uuid(), $1::text || '-' || n, 'A story', '', '', 'fiction', $3, false, moment, moment, moment
     from (select n, $1::text::timestamptz + n * interval '1 second' as moment from generate_series(1, $2::int) as n) as numbered`,
    [day(date), count, id],
  )
}

const change = (sql: string, date: number) =>
  api().pool.query(`update contents set ${sql} where published_at between $1 and $2`, [day(date), day(date + 1)])

/** How many stories each part contains, counted one by one; a part begins where the one before ends. */
async function sizes(): Promise<number[]> {
  const found = await parts()
  expect(found.map(({ after }) => after)).toEqual([undefined, ...found.slice(0, -1).map(({ until }) => until)])
  const counted = await Promise.all(
    found.map(async ({ after, until }) => {
      const { rows } = await api().pool.query<{ count: number }>(
        `select count(*)::int as count from contents where not is_draft and deleted_at is null
         and ($1::timestamptz is null or (published_at, id) > ($1, $2::uuid))
         and ($3::timestamptz is null or (published_at, id) <= ($3, $4::uuid))`,
        [after?.at, after?.id, until?.at, until?.id],
      )
      return rows[0]?.count ?? 0
    }),
  )
  expect(found.map(({ stories }) => stories)).toEqual(counted)
  return counted
}

test('no story, no part', async () => {
  expect(await parts()).toEqual([])
})

test('a part that grew in the middle is cut, and parts that shrank become one', async () => {
  await insertStories(1, 9_000)
  await insertStories(3, 2_000)
  expect(await sizes()).toEqual([10_000, 1_000])
  const [before] = await parts()

  await insertStories(2, 4_000)
  expect(await sizes()).toEqual([14_000, 1_000])
  expect((await parts())[0]?.until).toEqual(before?.until)
  await insertStories(4, 500)
  await change("published_at = '2020-01-02 12:00'", 4)
  await insertStories(5, 600)
  await change("published_at = '2020-01-02 12:00'", 5)
  expect(await sizes()).toEqual([10_000, 5_100, 1_000])

  await change('deleted_at = now()', 1)
  expect(await sizes()).toEqual([1_000, 5_100, 1_000])
  await change('is_draft = true', 2)
  expect(await sizes()).toEqual([2_000])
  await change('deleted_at = now()', 3)
  expect(await parts()).toEqual([])
})

test('a part was last changed when the newest of its stories was, also when that one goes', async () => {
  await insertStories(1, 3)
  const lastmod = async () => (await parts()).map((part) => part.lastmod.toISOString())
  await api().pool.query(`update contents set updated_at = '2021-01-01' where slug = '${day(1)}-1'`)
  expect(await lastmod()).toEqual(['2021-01-01T00:00:00.000Z'])
  await api().pool.query(`delete from contents where slug = '${day(1)}-1'`)
  expect(await lastmod()).toEqual(['2020-01-01T00:00:03.000Z'])
})

test('a caller who asks after a write sees it, however many ask in parallel', async () => {
  await insertStories(1, 50)
  for (let round = 1; round <= 20; round++) {
    const at = new Date(Date.UTC(2022, 0, round))
    await api().pool.query('update contents set updated_at = $1 where slug = $2', [at, `${day(1)}-${round}`])
    const answers = await Promise.all([parts(), parts(), parts()])
    expect(answers.map(([part]) => part?.lastmod)).toEqual([at, at, at])
  }
})

test('an emptied table has no parts', async () => {
  await insertStories(1, 3)
  await parts()
  await api().pool.query('truncate contents cascade')
  expect(await parts()).toEqual([])
})
