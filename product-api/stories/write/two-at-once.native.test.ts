import { sql } from 'drizzle-orm'
import { contents } from '#platform/db/tables/stories.ts'
import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor, aStory } from '#testing/factories.ts'
import { whileUncommitted } from '#testing/while-uncommitted.ts'
import { publishOverdue, publishScheduled } from './publish-text.ts'
import { forgetDeleted } from './withdraw-story.ts'

withApi()

const versionsKept = async () => (await api().pool.query('select version from revisions')).rows

test('a story that is restored while the old ones are removed stays', async () => {
  const by = await anAuthor()
  const { id, slug } = await aStory({ by })
  await send('DELETE', `/contents/${id}`, { as: by.id })
  passTime(31 * dayMs)
  const bringBack = sql`update ${contents} set deleted_at = null where ${contents.id} = ${id}`
  await whileUncommitted(
    (tx) => tx.execute(bringBack),
    () => forgetDeleted(api().context),
  )
  expect((await get(`/contents/${slug}`)).status).toBe(200)
})

test('a story whose time has come is published by one of two workers', async () => {
  const { context } = api()
  const { id, slug } = await aStory({ isDraft: true, publishAt: new Date(context.now().getTime() + hourMs) })
  passTime(hourMs)
  await Promise.all([
    publishScheduled(context, { contentId: id }),
    publishOverdue(context),
    publishScheduled(context, { contentId: id }),
  ])
  expect(await versionsKept()).toEqual([{ version: 2 }])
  expect((await get(`/contents/${slug}`)).status).toBe(200)
})

test('a plan that is taken back while its story is about to be published does not come', async () => {
  const { context } = api()
  const { id, slug } = await aStory({ isDraft: true, publishAt: new Date(context.now().getTime() + hourMs) })
  passTime(hourMs)
  const takeBack = sql`update ${contents} set publish_at = null where ${contents.id} = ${id}`
  await whileUncommitted(
    (tx) => tx.execute(takeBack),
    () => publishScheduled(context, { contentId: id }),
  )
  expect(await versionsKept()).toEqual([])
  expect((await get(`/contents/${slug}`)).status).toBe(404)
})
