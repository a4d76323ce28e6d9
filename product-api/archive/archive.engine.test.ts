import { text } from 'node:stream/consumers'
import { api, withApi } from '#testing/api.ts'
import { aFullStore, anEmptyStore, archive, differences, restore } from '#testing/archives.ts'
import { keptFiles, removeKeptFiles } from '#testing/uploads.ts'

withApi()
afterEach(removeKeptFiles)

test('a restored store has everything, and its archive has an equal manifest', async () => {
  const { url } = await aFullStore()
  const { file, manifest } = await archive()
  const filled = manifest.parts.filter(({ rows }) => rows > 0).map(({ table }) => table)
  for (const table of [
    'contents',
    'content_slugs',
    'sends',
    'send_recipients',
    'sessions',
    'subscribers',
    'thanks',
    'upload_uses',
  ])
    expect(filled).toContain(table)
  expect(manifest.files).toMatchObject({ rows: 1, missing: [] })

  const store = await anEmptyStore()
  const restored = await restore(file, store)
  expect(restored).toMatchObject({ heldSends: 0, secretSettings: { NEXTAUTH_SECRET: 'the secret of the cookies' } })
  expect(await differences(store, manifest)).toEqual([])
  const again = await archive({ database: store.database, storage: store.storage })
  expect({ ...again.manifest, made: undefined }).toEqual({ ...manifest, made: undefined })

  const [name = ''] = keptFiles()
  const [before, after] = await Promise.all([api().context.files.storage.get(name), store.storage.get(name)])
  expect(after && (await text(after.content))).toBe(before && (await text(before.content)))
  expect(url).toContain(name.slice(3, 35))

  // It is searched, counts and goes on.
  const known = async (query: (text: string) => Promise<{ rows: unknown[] }>, question: string) =>
    (await query(question)).rows
  for (const question of [
    'select content_id, published_at, author, vector::text from search_documents order by content_id',
    'select word, stem, documents from search_words order by word collate "C"',
    'select counted, sum(change)::int as count from kept_counts group by counted order by counted',
    "select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1",
    'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1',
    'select indexname from pg_indexes where schemaname = current_schema() order by 1',
  ]) {
    const restored = await known((text) => store.database.pool.query(text), question)
    expect(restored).toEqual(await known((text) => api().pool.query(text), question))
    expect(restored.length).toBeGreaterThan(0)
  }
  // A new row gets a number that no restored one has.
  await store.database.pool.query("insert into kept_counts (counted, change) values ('users', 1)")
})
