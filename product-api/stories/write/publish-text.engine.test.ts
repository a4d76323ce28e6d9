import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import { tags } from '#contract/tags.ts'
import type { Actor } from '#platform/context.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { hourMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory } from '#testing/factories.ts'

withApi()

let by: Actor
beforeEach(async () => {
  by = await anAuthor()
})

const inHours = (hours: number) => new Date(api().context.now().getTime() + hours * hourMs).toISOString()
const edit = (id: string, body: object) => send('PUT', `/contents/${id}`, { as: by.id, body })
const saved = async (id: string, body: object) => {
  const response = await edit(id, body)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Written
}
const copyOf = async (id: string) =>
  (await (await get(`/contents/${id}/working-copy`, { as: by.id })).json()) as WorkingCopy
const statusOf = async (slug: string) => (await get(`/contents/${slug}`)).status
/** Does every job that waits, also those whose time has not come: as if a clock were wrong. */
const doJobs = () => mails({ later: true })
const doOverdue = () =>
  jobHandlers['publish-overdue-stories'](
    { ...api().context, mailer: { send: async () => undefined, close: async () => undefined } },
    {},
  )

test.each([
  ['its job', doJobs],
  ['the net', doOverdue],
])('a draft publishes itself when its time has come, by %s, once', async (_, act) => {
  const { id, slug } = await aStory({ by, title: 'Lamp', isDraft: true })
  await saved(id, { publish_at: inHours(2), version: 1 })
  expect(await copyOf(id)).toMatchObject({ isDraft: true, publish_at: expect.any(String) })
  passTime(2 * hourMs - minuteMs)
  await doOverdue()
  expect(await statusOf(slug)).toBe(404)
  passTime(2 * minuteMs)
  await api().pool.query('delete from changes')
  await act()
  const story = (await (await get(`/contents/${slug}`)).json()) as { published_at: string }
  expect(story).toMatchObject({ title: 'Lamp', version: 3, publish_at: null })
  expect(Date.parse(story.published_at)).toBeGreaterThan(Date.now() + 2 * hourMs - 60_000)
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  expect(rows.flatMap((row) => row.tags)).toEqual(expect.arrayContaining([tags.content(slug), tags.all]))
  await act()
  await doOverdue()
  expect(await copyOf(id)).toMatchObject({ version: 3, publish_at: null, isDraft: false })
})

test('a job that comes too early does nothing', async () => {
  const { id, slug } = await aStory({ by, isDraft: true, publishAt: new Date(inHours(1)) })
  await doJobs()
  expect(await statusOf(slug)).toBe(404)
  passTime(hourMs + minuteMs)
  await doOverdue()
  expect(await copyOf(id)).toMatchObject({ isDraft: false })
})

test('a hundred stories that cannot be published hold up no others', async () => {
  await api().pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before update on contents for each row when (new.title = 'Broken') execute function refuse()`)
  try {
    const soon = new Date(inHours(1))
    await aStory({ by, title: 'Broken', isDraft: true, publishAt: soon })
    await api().pool.query(`
      insert into contents
      select (jsonb_populate_record(story, jsonb_build_object('id', gen_random_uuid(), 'slug', 'broken-' || number))).*
      from contents as story, generate_series(1, 99) as number where title = 'Broken'`)
    const { slug } = await aStory({ by, title: 'Lamp', isDraft: true, publishAt: new Date(inHours(2)) })
    passTime(3 * hourMs)
    await expect(doOverdue()).rejects.toThrow('100 stories could not be published')
    expect(await statusOf(slug)).toBe(200)
  } finally {
    await api().pool.query('drop trigger refuse on contents; drop function refuse')
  }
})

test('a plan that was taken back or moved does not come', async () => {
  const back = await aStory({ by, title: 'Back', isDraft: true, publishAt: new Date(inHours(1)) })
  const moved = await aStory({ by, title: 'Moved', isDraft: true, publishAt: new Date(inHours(1)) })
  await saved(back.id, { publish_at: null })
  await saved(moved.id, { publish_at: inHours(5) })
  passTime(2 * hourMs)
  await doJobs()
  await doOverdue()
  expect([await statusOf('back'), await statusOf('moved')]).toEqual([404, 404])
  passTime(4 * hourMs)
  await doOverdue()
  expect([await statusOf('back'), await statusOf('moved')]).toEqual([404, 200])
})

test('what is beside a published story publishes itself too', async () => {
  const { id, slug } = await aStory({ by, title: 'Lamp' })
  await saved(id, { title: 'Light', isDraft: true, publish_at: inHours(1), version: 1 })
  expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ title: 'Lamp', publish_at: null })
  await saved(id, { title: 'Beam', isDraft: true, version: 2 })
  passTime(hourMs + minuteMs)
  await doJobs()
  expect(await (await get(`/contents/${slug}`)).json()).toMatchObject({ title: 'Beam' })
  expect(await copyOf(id)).toMatchObject({ has_unpublished_changes: false, publish_at: null })
})

test.each([
  ['publishing by hand', (id: string) => edit(id, { isDraft: false })],
  ['deleting', (id: string) => send('DELETE', `/contents/${id}`, { as: by.id })],
])('after %s the plan is gone', async (_, act) => {
  const { id } = await aStory({ by, isDraft: true, publishAt: new Date(inHours(1)) })
  expect((await act(id)).status).toBe(200)
  const { rows } = await api().pool.query('select from contents where publish_at is not null')
  expect(rows).toEqual([])
  passTime(2 * hourMs)
  await doJobs()
})

test.each([
  ['unpublish', 'unpublishing'],
  ['discard', 'discarding'],
])('%s takes the plan back', async (call) => {
  const { id } = await aStory({ by })
  await saved(id, { title: 'Light', isDraft: true, publish_at: inHours(1) })
  expect((await send('POST', `/contents/${id}/${call}`, { as: by.id, body: {} })).status).toBe(200)
  expect(await copyOf(id)).toMatchObject({ publish_at: null })
})

test('is refused for an empty story, for a past or far time, and together with publishing immediately', async () => {
  const { id } = await aStory({ by, isDraft: true, title: '', content: '' })
  const story = await aStory({ by, title: 'Lamp' })
  for (const [which, body, fields] of [
    [id, { publish_at: inHours(1) }, ['title', 'content']],
    [id, { publish_at: inHours(-1) }, ['publish_at']],
    [id, { publish_at: inHours(24 * 400) }, ['publish_at']],
    [id, { title: 'x', content: 'x', isDraft: false, publish_at: inHours(1) }, ['publish_at']],
    [story.id, { publish_at: inHours(1) }, ['publish_at']],
  ] as const) {
    const response = await edit(which, body)
    expect(response.status).toBe(400)
    expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual(fields)
  }
  await saved(id, { title: 'Lamp', content: '<p>Text</p>', publish_at: inHours(1) })
  expect((await edit(id, { title: '' })).status).toBe(400)
})
