import type { StorySummary } from '#contract/administration.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'

withApi()

const path = '/dashboard/stories'
const list = async (as: string, query = '') => (await (await get(path + query, { as })).json()) as StorySummary[]
const titles = async (as: string, query = '') => (await list(as, query)).map(({ title }) => title)
const inAnHour = () => new Date(api().context.now().getTime() + 3_600_000)

async function stories() {
  const by = await anAuthor({ name: 'Ada Lovelace', email: 'ada@engine.example' })
  const published = await aStory({ by, title: 'The lamp turns' })
  passTime(1)
  const draft = await aStory({ by, title: 'A draft of light', isDraft: true })
  passTime(1)
  const planned = await aStory({ title: 'Tomorrow', isDraft: true, publishAt: inAnHour() })
  passTime(1)
  const deleted = await aStory({ title: 'Gone with the lamp' })
  const { id: as } = await anAdmin({ name: 'Root' })
  await send('DELETE', `/contents/${deleted.id}`, { as })
  return { as, by, published, draft, planned, deleted }
}

describe('GET /dashboard/stories', () => {
  test('lists every state, the newest change first, by the page', async () => {
    const { as, by, draft, deleted } = await stories()
    const all = await list(as)
    expect(all.map(({ title, state }) => [title, state])).toEqual([
      ['Gone with the lamp', 'deleted'],
      ['Tomorrow', 'planned'],
      ['A draft of light', 'draft'],
      ['The lamp turns', 'published'],
    ])
    expect(all[2]).toEqual({
      ...{ _id: draft.id, slug: draft.slug, title: 'A draft of light', state: 'draft' },
      author: { uuid: by.id, name: 'Ada Lovelace' },
      ...{ updated_at: expect.any(String), published_at: null, publish_at: null },
      ...{ deleted_at: null, restorable_until: null },
    })
    const { deleted_at, restorable_until } = all.find(({ _id }) => _id === deleted.id) ?? {}
    expect(Date.parse(restorable_until ?? '') - Date.parse(deleted_at ?? '')).toBe(30 * dayMs)
    const first = await get(`${path}?limit=3&state=all`, { as })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await get(next, { as })).json()).toMatchObject([{ title: 'The lamp turns' }])
  })

  test.each([
    ['words of the title', '?query=LAMP', ['Gone with the lamp', 'The lamp turns']],
    ['how a word begins', '?query=tu', ['The lamp turns']],
    ['the author', '?query=lovelace', ['A draft of light', 'The lamp turns']],
    ["the author's email", '?query=ada@engine', ['A draft of light', 'The lamp turns']],
    ['the address', '?query=https://x.example/article/the-lamp-turns', ['The lamp turns']],
    ['the slug', '?query=gone-with-the-lamp', ['Gone with the lamp']],
    ['words and the state', '?query=lamp&state=deleted', ['Gone with the lamp']],
    ['the author and the state', '?query=lovelace&state=draft', ['A draft of light']],
    ['a plan', '?state=planned', ['Tomorrow']],
    ['drafts', '?state=draft', ['Tomorrow', 'A draft of light']],
    ['what is public', '?state=published', ['The lamp turns']],
    ['signs alone', '?query=%25%25', []],
    ['nothing that there is', '?query=zebra', []],
  ])('finds by %s', async (_, query, found) => {
    const { as } = await stories()
    expect(await titles(as, query)).toEqual(found)
  })

  test('goes on after a page of what was found', async () => {
    const { as } = await stories()
    const first = await get(`${path}?query=lovelace&limit=1`, { as })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await get(next, { as })).json()).toMatchObject([{ title: 'The lamp turns' }])
  })

  test('a deleted story can’t be restored after 30 days', async () => {
    const { as } = await stories()
    passTime(31 * dayMs)
    expect(await list(as, '?state=deleted')).toMatchObject([{ restorable_until: null }])
  })

  test('answers 400 and names what is wrong, 401 without a session and 403 to others', async () => {
    const { as, by } = await stories()
    for (const [field, query] of [
      ['state', '?state=lost'],
      ['cursor', '?cursor=abc'],
    ] as const) {
      const wrong = await get(path + query, { as })
      expect([wrong.status, (await wrong.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: by.id })).status).toBe(403)
  })
})

test('the audit keeps what an administrator deletes and restores, not what an author deletes', async () => {
  const { as, by, published, draft } = await stories()
  await send('DELETE', `/contents/${draft.id}`, { as: by.id })
  await send('DELETE', `/contents/${published.id}`, { as })
  await send('POST', `/contents/${published.id}/undelete`, { as })
  const of = {
    actor_id: as,
    user_id: by.id,
    email: by.email,
    details: { story: published.id, title: 'The lamp turns' },
  }
  expect((await auditTrail('story_deleted')).slice(1)).toMatchObject([of])
  expect(await auditTrail('story_brought_back')).toMatchObject([of])
})
