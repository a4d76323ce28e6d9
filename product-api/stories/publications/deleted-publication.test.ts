import { endPublication } from '#subscriptions/subscribing/end-publication.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { aProvenPerson, aPublication, aStory } from '#testing/factories.ts'
import { changesMade, copyOf, edit, json, write } from '#testing/writers.ts'

withApi()

const query = async (text: string, values?: unknown[]) => (await api().pool.query(text, values)).rows
/** Deletes it by its call; the job that this enqueues waits. */
const remove = (slug: string, as: string) => json(send('DELETE', `/publications/${slug}`, { as }))
/** How many stories and working copies name a publication. */
const naming = async () => {
  const count = (table: string) => query(`select count(*)::int from ${table} where publication_id is not null`)
  return [...(await count('contents')), ...(await count('working_copies'))].map(({ count }) => count)
}
type Named = { publication: string | null; publication_slug?: string | null; publication_name?: string | null }
const namesOf = (row: Named | undefined) => [row?.publication, row?.publication_slug ?? row?.publication_name ?? null]

async function aFilledPublication() {
  const by = await aProvenPerson()
  const publication = await aPublication({ by, name: 'Night Shift', slug: 'night-shift' })
  const story = await aStory({ by, publicationId: publication.id })
  const draft = await aStory({ by, publicationId: publication.id, isDraft: true })
  return { by, publication, story, draft }
}

describe('the stories of a deleted publication, before the job that takes them out of it', () => {
  test('are shown without it from the first moment, wherever they are shown', async () => {
    const { by, publication, story, draft } = await aFilledPublication()
    await send('POST', '/bookmarks', { as: by.id, body: { userId: by.id, articleId: story.id } })
    const lists = ['/contents', '/contents/category/fiction', `/contents/author/${by.id}`, `/contents/many/${story.id}`]
    const own = [`/contents/${by.id}/drafts`, '/readers/stories', `/bookmarks/user/${by.id}`]
    const shownIn = async () => {
      const rows = await Promise.all([...lists, ...own].map((path) => json<Named[]>(get(path, { as: by.id }))))
      const found = await json<Named[]>(get('/contents/search?query=lighthouses'))
      const page = await json<Named>(get(`/contents/${story.slug}`))
      const working = [await copyOf(by, story.id), await copyOf(by, draft.id)]
      return [...rows.flat(), ...found, page, ...working].map(namesOf)
    }
    const before = await shownIn()
    expect(before.length).toBeGreaterThanOrEqual(10)
    for (const names of before) expect(names).not.toContain(null)
    await remove(publication.slug, by.id)
    expect(await naming()).toEqual([2, 0])
    for (const names of await shownIn()) expect(names).toEqual([null, null])
    expect(await json(get(`/contents/publication/${publication.slug}`))).toEqual([])
  })

  test('purge their pages at once; the job changes none of them', async () => {
    const { by, publication, story } = await aFilledPublication()
    expect((await get(`/contents/slug/${story.slug}`)).headers.get('cache-tag')).toContain('publication:night-shift')
    expect(await changesMade(() => remove(publication.slug, by.id))).toEqual(
      expect.arrayContaining(['publication:night-shift', 'list:publication:night-shift', 'sitemap']),
    )
    expect(await changesMade(() => endPublication(api().context, publication.id))).toEqual([])
    expect(await naming()).toEqual([0, 0])
  })

  test('can be saved and published by their writers, and are without it for good', async () => {
    const { by, publication, story, draft } = await aFilledPublication()
    const moved = await write(by, { isDraft: false })
    await edit(by, moved.id, { isDraft: true, publication: publication.slug })
    expect(await naming()).toEqual([2, 1])
    await remove(publication.slug, by.id)
    for (const { id } of [story, draft, moved]) {
      expect((await edit(by, id, { isDraft: true, title: 'Saved' })).status).toBe(200)
      expect((await edit(by, id, { isDraft: false, title: 'Published' })).status).toBe(200)
    }
    expect(await naming()).toEqual([0, 0])
  })

  test('are taken out of it by the job: all of them, with what their writers have not published', async () => {
    const { by, publication, story } = await aFilledPublication()
    await edit(by, story.id, { isDraft: true, title: 'Not published yet' })
    await query(
      `insert into contents select (copy).* from (
         select jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || n)) as copy
         from contents c, generate_series(1, 450) as n where c.id = $1) as made`,
      [story.id],
    )
    const other = await aPublication({ by })
    await aStory({ by, publicationId: other.id })
    expect(await naming()).toEqual([453, 1])
    await remove(publication.slug, by.id)
    await mails()
    expect(await naming()).toEqual([1, 0])
    expect(await query("select * from pgboss.job where state = 'failed'")).toEqual([])
  })
})
