import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'
import { peakConnections } from '#testing/most-connections.ts'

withApi()

/** What looks in many places at once: the pool has 20 connections for everyone. */
const calls = [
  '/dashboard/audit?person=marsh%20ada',
  '/dashboard/audit?person=marsh',
  '/dashboard/stories?query=marsh',
  '/newsletters/archive',
]

test.each(calls)('GET %s takes one connection, however much it looks for', async (path) => {
  const { id: as } = await anAdmin()
  for (let nr = 0; nr < 12; nr++) await aStory({ by: await anAuthor({ name: `Ada Marsh ${nr}` }) })
  await api().pool.query(
    `with made as (
       insert into sends (id, kind, env, period, key, state, mark, secret, created_at, sent)
       select id, 'story', 'prod', '2026-11-23', id::text, 'done', id::text, '', now(), 1 from contents returning id)
     insert into send_editions (id, send_id, stories, key, newest_at, created_at)
     select id, id, array[id], '', now(), now() from made`,
  )
  let found: unknown[] = []
  const most = await peakConnections(async () => {
    const answer = await get(path, { as })
    expect(answer.status).toBe(200)
    found = await answer.json()
  })
  expect(most).toBe(1)
  expect(Array.isArray(found) || Object.keys(found).length > 0).toBe(true)
})
