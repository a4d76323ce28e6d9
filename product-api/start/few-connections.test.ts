import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'

withApi()

/** Calls that search in many places; the pool's 20 connections are shared by all requests. */
const calls = [
  '/dashboard/audit?person=marsh%20ada',
  '/dashboard/audit?person=marsh',
  '/dashboard/stories?query=marsh',
  '/newsletters/archive',
]

test.each(calls)('GET %s uses one connection, however many queries it combines', async (path) => {
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

/** The most connections of the pool that `act` used at the same time. */
async function peakConnections(act: () => Promise<unknown>): Promise<number> {
  const { pool } = api()
  let [now, most] = [0, 0]
  const take = () => {
    now++
    most = Math.max(most, now)
  }
  const release = () => void now--
  pool.on('acquire', take).on('release', release)
  try {
    await act()
    return most
  } finally {
    pool.off('acquire', take).off('release', release)
  }
}
