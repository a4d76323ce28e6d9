import { api, get, withApi } from '#testing/api.ts'
import { aStory } from '#testing/factories.ts'
import { warmSearch } from './warm-search.ts'

withApi({ searchesPerMinute: 1 })

test('a store with nothing in it is warmed', async () => {
  await expect(warmSearch(api().context)).resolves.toBeUndefined()
})

test('searches are made on several connections, and count for no limit', async () => {
  const { context, pool } = api()
  await aStory({ title: 'A lighthouse keeper' })
  await warmSearch(context)
  expect(pool.totalCount).toBeGreaterThan(2)
  expect((await get('/contents/search?content=keeper')).status).toBe(200)
  expect((await get('/contents/search?content=keeper')).status).toBe(429)
})
