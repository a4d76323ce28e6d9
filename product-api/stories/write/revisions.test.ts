import type { Revision, WholeRevision, WorkingCopy, Written } from '#contract/story-writing.ts'
import type { Actor } from '#platform/context.ts'
import { minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'

withApi()

const words = (count: number, word = 'w') => Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')
const paragraph = (count: number, word?: string) => `<p>${words(count, word)}</p>`

let by: Actor
beforeEach(async () => {
  by = await anAuthor({ name: 'Ada' })
})

const save = async (id: string, body: object, as = by): Promise<Written> => {
  const response = await send('PUT', `/contents/${id}`, { as: as.id, body })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Written
}
const revisionsOf = async (id: string, query = '') =>
  (await (await get(`/contents/${id}/revisions${query}`, { as: by.id })).json()) as Revision[]
const kinds = async (id: string) => (await revisionsOf(id)).map(({ kind, version }) => `${kind} ${version}`)
const copyOf = async (id: string) =>
  (await (await get(`/contents/${id}/working-copy`, { as: by.id })).json()) as WorkingCopy

test('every publish is kept, with its text and who wrote it', async () => {
  const { id } = await aStory({ by, title: 'Lamp' })
  await save(id, { isDraft: false, title: 'Light', version: 1 }, await anAdmin({ name: 'Grace' }))
  const [newest, oldest] = await revisionsOf(id)
  expect(newest).toMatchObject({ kind: 'publish', title: 'Light', version: 2, saved_by: 'Grace', word_count: 10 })
  expect(oldest).toMatchObject({ kind: 'publish', title: 'Lamp', version: 1, saved_by: 'Ada' })
  const whole = await get(`/contents/${id}/revisions/${oldest?._id}`, { as: by.id })
  expect((await whole.json()) as WholeRevision).toMatchObject({
    ...{ title: 'Lamp', category: 'fiction', content: expect.stringContaining('The lamp turns') },
  })
})

test('saves are kept one in ten minutes', async () => {
  const { id } = await aStory({ by, isDraft: true, content: paragraph(60) })
  for (let version = 1; version <= 25; version++) {
    passTime(minuteMs)
    await save(id, { content: paragraph(60 + version), version })
  }
  expect(await kinds(id)).toEqual(['save 21', 'save 11'])
})

test('a save that throws more than half of a text away keeps what was there', async () => {
  const { id } = await aStory({ by, isDraft: true, content: paragraph(60) })
  await save(id, { content: paragraph(31), version: 1 })
  expect(await kinds(id)).toEqual([])
  await save(id, { content: paragraph(60), version: 2 })
  await save(id, { content: paragraph(60, 'other'), version: 3 })
  expect(await kinds(id)).toEqual(['save 3'])
  await save(id, { content: '', version: 4 })
  expect(await kinds(id)).toEqual(['save 4', 'save 3'])
})

test('… of a short one not, and of what is beside a published story too', async () => {
  const short = await aStory({ by, isDraft: true, content: paragraph(49) })
  await save(short.id, { content: '', version: 1 })
  expect(await kinds(short.id)).toEqual([])
  const { id } = await aStory({ by, content: paragraph(60) })
  await save(id, { isDraft: true, content: paragraph(70), version: 1 })
  await save(id, { isDraft: true, content: '', version: 2 })
  expect(await kinds(id)).toEqual(['save 2', 'publish 1'])
})

test('a program that names no version overwrites nothing that is not kept', async () => {
  const { id } = await aStory({ by, isDraft: true, content: '<p>First.</p>' })
  await save(id, { content: '<p>Second.</p>' })
  await save(id, { content: '<p>Third.</p>' })
  expect(await kinds(id)).toEqual(['save 2', 'save 1'])
})

test('what was public before there were revisions is kept when it is replaced', async () => {
  const { id } = await aStory({ by, title: 'Old' })
  await api().pool.query('delete from revisions')
  await save(id, { isDraft: false, title: 'New', version: 1 })
  expect((await revisionsOf(id)).map(({ title, kind }) => [kind, title])).toEqual([
    ['publish', 'New'],
    ['publish', 'Old'],
  ])
})

describe('restore', () => {
  const restore = (id: string, revision: Revision | undefined, body: object = {}) =>
    send('POST', `/contents/${id}/revisions/${revision?._id}/restore`, { as: by.id, body })

  test('puts a kept state beside the public text, as a new revision, and keeps what it replaces', async () => {
    const { id, slug } = await aStory({ by, title: 'Lamp' })
    await save(id, { isDraft: false, title: 'Light', sub_title: 'Under', version: 1 })
    await save(id, { isDraft: true, title: 'Beam', version: 2 })
    const response = await restore(id, (await revisionsOf(id)).at(-1), { version: 3 })
    expect(await response.json()).toMatchObject({ version: 4, isDraft: false })
    expect(await copyOf(id)).toMatchObject({ title: 'Lamp', sub_title: '', version: 4, has_unpublished_changes: true })
    expect(await kinds(id)).toEqual(['restore 4', 'save 3', 'publish 2', 'publish 1'])
    expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ title: 'Light', version: 2 })
  })

  test('of a draft writes the draft; a stale one is refused', async () => {
    const { id } = await aStory({ by, isDraft: true, title: 'Lamp' })
    await save(id, { title: 'Light' })
    const [kept] = await revisionsOf(id)
    const refused = await restore(id, kept, { version: 1 })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ current: { title: 'Light', version: 2 } })
    expect((await restore(id, kept, { version: 2 })).status).toBe(200)
    expect(await copyOf(id)).toMatchObject({ title: 'Lamp', isDraft: true, version: 3 })
  })

  test('repeating it after a lost answer neither conflicts nor makes a new version', async () => {
    const { id } = await aStory({ by, isDraft: true, title: 'Lamp' })
    await save(id, { title: 'Light' })
    const [kept] = await revisionsOf(id)
    const first = await (await restore(id, kept, { version: 2 })).json()
    expect(await (await restore(id, kept, { version: 2 })).json()).toEqual(first)
    expect(await kinds(id)).toEqual(['restore 3', 'save 2', 'save 1'])
  })

  test('counts as a save', async () => {
    const { id } = await aStory({ by })
    const [kept] = await revisionsOf(id)
    for (let taken = 0; taken < 3_000; taken++) await api().context.limits.take('storySave', by.id)
    expect((await restore(id, kept)).status).toBe(429)
  })

  test('of one that is not there is 404', async () => {
    const { id } = await aStory({ by })
    for (const revision of ['x', '00000000-0000-7000-8000-000000000000']) {
      expect((await restore(id, { _id: revision } as Revision)).status).toBe(404)
    }
  })
})

test('the list goes on page by page, and refuses a cursor that is none', async () => {
  const { id } = await aStory({ by })
  for (let version = 1; version <= 4; version++) await save(id, { isDraft: false, title: `Title ${version}`, version })
  const versions: number[] = []
  for (let next: string | undefined = `/contents/${id}/revisions?limit=2`; next; ) {
    const response = await get(next, { as: by.id })
    versions.push(...((await response.json()) as Revision[]).map(({ version }) => version))
    next = response.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  }
  expect(versions).toEqual([5, 4, 3, 2, 1])
  expect((await get(`/contents/${id}/revisions?cursor=x`, { as: by.id })).status).toBe(400)
})
