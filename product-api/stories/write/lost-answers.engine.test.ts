import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import { over } from '#platform/db/client.ts'
import { DatabasePool } from '#platform/db/pool.ts'
import { api, get, openSession, send, withApi } from '#testing/api.ts'
import { type BreakableDatabase, openBreakable } from '#testing/breakable-database.ts'
import { connectionOf } from '#testing/databases.ts'
import { anAuthor } from '#testing/factories.ts'

withApi()

let database: BreakableDatabase
let pool: DatabasePool
let token = ''
beforeEach(async () => {
  database = await openBreakable(connectionOf(globalThis.testDatabase))
  token = await openSession(api().context, (await anAuthor()).id)
  const opened = over(new DatabasePool({ ...database.connection, max: 3 }))
  pool = opened.pool
  api().context.db = opened.db
})
afterEach(async () => {
  api().context.db = over(api().pool).db
  await pool.end()
  await database.close()
})

/** The database does it, and the product API never hears so. */
async function losingTheCommit(method: string, path: string, body?: object): Promise<Written> {
  const lost = database.loseAnswerTo('commit')
  const response = await send(method, path, { token, body })
  await lost
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Written
}

test('every write of a writer ends as if nothing had been, once', async () => {
  const draft = { title: 'Lamp', content: '<p>The lamp turns.</p>', draft_key: '11111111-1111-4111-8111-111111111111' }
  const { id, slug } = await losingTheCommit('POST', '/contents', draft)
  expect(slug).toBe('lamp')
  const address = `/contents/${id}`
  const steps: [method: string, path: string, body: object | undefined, version: number][] = [
    ['PUT', address, { title: 'Light', version: 1 }, 2],
    ['PUT', address, { isDraft: false, version: 2 }, 3],
    ['PUT', address, { title: 'Beam', isDraft: true, version: 3 }, 4],
    ['POST', `${address}/discard`, { version: 4 }, 3],
    ['PUT', address, { title: 'Glow', isDraft: true, version: 3 }, 5],
    ['PUT', address, { isDraft: false, version: 5 }, 6],
    ['POST', `${address}/unpublish`, { version: 6 }, 7],
  ]
  for (const [method, path, body, version] of steps) {
    expect([path, await losingTheCommit(method, path, body)]).toMatchObject([path, { id, version }])
  }
  const copy = (await (await get(`${address}/working-copy`, { token })).json()) as WorkingCopy
  expect(copy).toMatchObject({ title: 'Glow', isDraft: true, version: 7 })
  const { rows } = await api().pool.query<{ kind: string; version: number }>(
    'select kind, version from revisions order by version',
  )
  expect(rows.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['publish 3', 'discard 4', 'publish 6'])
  await losingTheCommit('DELETE', address)
  expect((await get(`${address}/working-copy`, { token })).status).toBe(404)
  const { rows: stories } = await api().pool.query('select from contents')
  expect(stories).toHaveLength(1)
})
