import { randomUUID } from 'node:crypto'
import { transaction } from '#platform/db/transaction.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory, writing } from '#testing/factories.ts'
import { updateStory } from '../write/edit-story.ts'
import { deleteStory } from '../write/withdraw-story.ts'
import { forgetOldReads, moveReadWindows } from './read-counts.ts'

withApi()

type Told = { slug: string; reads: number; crawler_reads: number; from?: { source: string; reads: number }[] }
const of = (slug: string, reads: number, crawler_reads = 0): Told => ({ slug, reads, crawler_reads })
const report = (reads: Told[], given: { batch?: string; day?: string } = {}, headers?: Record<string, string>) =>
  send('POST', '/contents/reads', { body: { batch: randomUUID(), ...given, reads }, ...(headers && { headers }) })
const table = async (name: string) => (await api().pool.query(`select * from ${name}`)).rows
const today = (daysAgo = 0) => new Date(api().context.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
/** For every story, the sum of its days and the stored sum. */
async function sums(range: number): Promise<{ true: number; kept: number }[]> {
  const { rows } = await api().pool.query<{ true: number; kept: number }>(
    `select coalesce((select sum(reads) from story_reads where content_id = contents.id and day > $1::date - $2::int), 0)::int
       as true,
       coalesce((select reads_${range} from story_read_sums where content_id = contents.id), 0)::int as kept
     from contents order by id`,
    [today(), range],
  )
  return rows
}

describe('POST /contents/reads', () => {
  test('adds the reads of a batch to each story and to the day, crawlers apart', async () => {
    const [lamp, ship] = [await aStory(), await aStory()]
    expect(await (await report([of(lamp.slug, 3, 1), of(ship.slug, 2)])).json()).toEqual({ stories: 2 })
    await report([of(lamp.slug, 4)])
    expect(await table('read_days')).toEqual([expect.objectContaining({ reads: '9', crawler_reads: '1' })])
    expect(await table('story_reads order by reads')).toEqual([
      expect.objectContaining({ content_id: ship.id, reads: '2', crawler_reads: '0' }),
      expect.objectContaining({ content_id: lamp.id, reads: '7', crawler_reads: '1' }),
    ])
    expect(await table('story_read_sums where reads = 7')).toEqual([
      expect.objectContaining({ content_id: lamp.id, crawler_reads: '1', reads_7: '7', reads_364: '7' }),
    ])
  })

  test('counts a batch that comes twice once, also at the same time', async () => {
    const { slug } = await aStory()
    const batch = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => report([of(slug, 5)], { batch })))
    const told = await Promise.all(answers.map((answer) => answer.json()))
    expect(told.map(({ stories }) => stories).sort()).toEqual([0, 0, 1])
    expect(await table('read_days')).toEqual([expect.objectContaining({ reads: '5' })])
  })

  test('adds up what many nodes report simultaneously', async () => {
    const stories = await Promise.all(Array.from({ length: 5 }, () => aStory()))
    const batches = Array.from({ length: 12 }, (_, node) =>
      report((node % 2 ? stories : stories.toReversed()).map(({ slug }) => of(slug, 2, 1))),
    )
    for (const answer of await Promise.all(batches)) expect(answer.status).toBe(200)
    expect(await table('read_days')).toEqual([expect.objectContaining({ reads: '120', crawler_reads: '60' })])
    expect((await table('story_reads')).map(({ reads }) => Number(reads))).toEqual([24, 24, 24, 24, 24])
  })

  test('knows a story by the slug that it had, and passes over one that no story has', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by })
    await updateStory(writing(by), id, { slug: 'another-name' })
    const answer = await report([of(slug, 1), of('another-name', 2), of('nobodys', 50)])
    expect(await answer.json()).toEqual({ stories: 1 })
    expect(await table('read_days')).toEqual([expect.objectContaining({ reads: '3' })])
  })

  test('takes the reads of a story that is being deleted for good, or not, and fails neither way', async () => {
    const [gone, stays] = [await aStory(), await aStory()]
    const deletion = transaction(api().context.db, async (tx) => {
      await tx.execute(`delete from contents where id = '${gone.id}'`)
    })
    const [answer] = await Promise.all([report([of(gone.slug, 1), of(stays.slug, 2)]), deletion])
    expect(answer.status).toBe(200)
    expect(await table('story_reads')).toEqual([expect.objectContaining({ content_id: stays.id, reads: '2' })])
  })

  test('keeps the totals of a day when a story goes for good', async () => {
    const by = await anAuthor()
    const { id, slug } = await aStory({ by })
    await report([of(slug, 6)])
    await deleteStory(writing(by), id)
    await api().pool.query('delete from contents')
    expect([await table('story_reads'), await table('story_read_sums')]).toEqual([[], []])
    expect(await table('read_days')).toEqual([expect.objectContaining({ reads: '6' })])
  })

  test('takes the day that the reads were counted on', async () => {
    const { slug } = await aStory()
    await report([of(slug, 1)], { day: today(1) })
    const { rows } = await api().pool.query("select to_char(day, 'YYYY-MM-DD') as day from story_reads")
    expect(rows).toEqual([{ day: today(1) }])
  })

  test.each([
    ['batch', { batch: 'twice' }],
    ['day', { day: '2026-02-30' }],
    ['day', { day: '2020-01-01' }],
    ['reads', { reads: [] }],
    ['reads', { reads: Array.from({ length: 2_001 }, () => of('a', 1)) }],
    ['reads.0.reads', { reads: [of('a', -1)] }],
    ['reads.0.reads', { reads: [of('a', 1.5)] }],
    ['reads.0.crawler_reads', { reads: [of('a', 1, 100_000_001)] }],
    ['reads.0.slug', { reads: [of('', 1)] }],
  ])('answers 400 and names %s', async (field, wrong) => {
    const body = { batch: randomUUID(), reads: [of('a', 1)], ...wrong }
    const answer = await send('POST', '/contents/reads', { body })
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, [field]])
  })

  test('answers 403 unless a web node calls for itself', async () => {
    const { slug } = await aStory()
    const forSomebody = await report([of(slug, 1)], {}, { 'x-forwarded-for': '203.0.113.9' })
    const byForeignName = await report([of(slug, 1)], {}, { host: 'evil.example' })
    expect([forSomebody.status, byForeignName.status]).toEqual([403, 403])
    const body = JSON.stringify({ batch: randomUUID(), reads: [of(slug, 1)] })
    const socket = { remoteAddress: '203.0.113.9', localAddress: '192.0.2.1' }
    const fromElsewhere = await api().app.request(
      '/contents/reads',
      { method: 'POST', body, headers: { 'content-type': 'application/json' } },
      { incoming: { socket } as never },
    )
    expect(fromElsewhere.status).toBe(403)
    expect(await table('read_days')).toEqual([])
  })
})

describe('the job move-read-windows', () => {
  test('takes from the sums what is older than their days, whenever it runs and however often', async () => {
    const stories = [await aStory(), await aStory()]
    const [first, second] = stories.map(({ slug }) => slug) as [string, string]
    for (const [days, reads] of [
      [0, [of(first, 5), of(second, 1)]],
      [6, [of(first, 1)]],
      [1, [of(second, 8)]],
      [25, [of(first, 3)]],
      [70, [of(second, 2)]],
      [300, [of(first, 1)]],
    ] as const) {
      passTime(days * dayMs)
      await moveReadWindows(api().context)
      await moveReadWindows(api().context)
      await report([...reads])
      // A batch that another node counted before midnight arrives late.
      await report([of(first, 10)], { day: today(1) })
      for (const range of [7, 30, 90, 364])
        for (const story of await sums(range)) expect([range, story.kept]).toEqual([range, story.true])
    }
    expect((await table('story_read_sums')).map(({ reads }) => Number(reads)).sort()).toEqual([11, 70])
  })
})

describe('the job forget-old-reads', () => {
  test('forgets days that no figure shows, and batches that are not sent again; their sums stay', async () => {
    const { slug } = await aStory()
    const batch = randomUUID()
    await report([{ ...of(slug, 3), from: [{ source: 'direct', reads: 3 }] }], { batch })
    await forgetOldReads(api().context)
    expect(await (await report([of(slug, 3)], { batch })).json()).toEqual({ stories: 0 })
    expect(await table('story_read_sources')).toHaveLength(1)
    passTime(401 * dayMs)
    await forgetOldReads(api().context)
    // A year is compared with the year before.
    expect([await table('story_read_sources'), await table('read_batches')]).toEqual([[], []])
    expect(await table('story_reads')).toHaveLength(1)
    passTime(340 * dayMs)
    await forgetOldReads(api().context)
    await forgetOldReads(api().context)
    expect(await table('story_reads')).toEqual([])
    expect(await table('story_read_sums')).toEqual([expect.objectContaining({ reads: '3' })])
    expect(await table('read_days')).toHaveLength(1)
  })
})
