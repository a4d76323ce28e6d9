import { Hono } from 'hono'
import { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { defineEndpoints, type Endpoint, fillPath } from '#contract/endpoint.ts'
import { readTagHeader, tags } from '#contract/tags.ts'
import { updateStory } from '#stories/write/edit-story.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor, aPublication, aStory, writing } from '#testing/factories.ts'
import { createLogger } from '../log.ts'
import type { Api, HonoEnv } from './api.ts'
import { endpoint } from './endpoint.ts'
import { identify, sendCacheTags } from './middleware.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

withApi()

async function tagsOf(path: string): Promise<string[]> {
  const response = await get(path)
  return readTagHeader(response.headers.get('cache-tag')) ?? []
}

describe('the tags that an answer depends on', () => {
  test('are in every answer that is the same for everyone, found or not', async () => {
    const by = await anAuthor()
    const publication = await aPublication({ by })
    const { id, slug } = await aStory({ by, publicationId: publication.id })
    const there = {
      category: 'fiction',
      publication: publication.slug,
      uuid: by.id,
      ids: id,
      slug,
      edition: id,
      page: 'careers',
    }
    const missing = {
      category: 'none',
      publication: 'none',
      uuid: 'none',
      ids: by.id,
      slug: 'none',
      edition: 'none',
      page: 'careers',
    }
    const silent: string[] = []
    for (const { path, sameForAll } of calls as Endpoint[]) {
      if (!sameForAll) continue
      for (const params of [there, missing]) {
        if ((await tagsOf(fillPath(path, params))).length === 0) silent.push(path)
      }
    }
    expect([...new Set(silent)]).toEqual([])
  })

  test('a story: its requested id and its slug, the stories to read next, and their authors', async () => {
    const [one, other] = [await anAuthor(), await anAuthor()]
    const { id } = await aStory({ by: one, title: 'Lamp', category: 'books' })
    const names = [tags.content(id), tags.content('lamp'), tags.profile(one.id)]
    // Too few to read next, and too few of the author: a new one would be shown.
    const lists = [tags.category('books'), tags.author(one.id)]
    expect(new Set(await tagsOf(`/contents/${id}`))).toEqual(new Set([...names, ...lists]))
    for (const title of ['One', 'Two', 'Three']) await aStory({ by: other, title, category: 'books' })
    await aStory({ by: one, title: 'Newest', category: 'books' })
    expect(new Set(await tagsOf('/contents/newest'))).toEqual(
      new Set([
        ...['newest', 'three', 'two', 'lamp'].map(tags.content),
        tags.author(one.id),
        ...[one, other].map((author) => tags.profile(author.id)),
      ]),
    )
  })

  test('a search: the search index, even without results, and the authors of the results', async () => {
    const by = await anAuthor()
    await aStory({ by, title: 'Lamp' })
    expect(await tagsOf('/contents/search?content=lamp')).toEqual([tags.search, tags.profile(by.id)])
    for (const none of ['zebra', '%20', '-lamp']) {
      expect([none, await tagsOf(`/contents/search?content=${none}`)]).toEqual([none, [tags.search]])
    }
  })

  test('a moved story: its old address and its new one', async () => {
    const by = await anAuthor()
    const { id } = await aStory({ by, title: 'Before' })
    await updateStory(writing(by), id, { slug: 'after-all' })
    expect(await tagsOf('/contents/slug/before')).toEqual(['before', 'after-all'].map(tags.content))
  })

  test('a publication by any of its names, and its owner', async () => {
    const by = await anAuthor()
    await aPublication({ by, name: 'Nächt, Shift', slug: 'night-shift' })
    const names = [tags.publication('nächt, shift'), tags.publication('night-shift')]
    expect(await tagsOf('/publications/N%C3%A4cht%2C%20shift')).toEqual([...names, tags.profile(by.id)])
    expect(await tagsOf('/contents/publication/N%C3%A4cht%2C%20shift')).toEqual(names)
  })

  test('a hundred stories of a hundred authors fit into the headers of one answer', async () => {
    const ids: string[] = []
    for (let count = 0; count < 100; count++) ids.push((await aStory()).id)
    const response = await get(`/contents/many/${ids.join(',')}`)
    const value = response.headers.get('cache-tag') ?? ''
    expect(readTagHeader(value)).toHaveLength(200)
    expect(value.length).toBeLessThan(12_000)
  })
})

describe('the tags that a write changed', () => {
  test('are in its answer, and in the change feed', async () => {
    const by = await anAuthor({ name: 'Ada' })
    const body = { name: 'Ada Lovelace' }
    const response = await send('POST', '/users/update-profile', { as: by.id, body })
    const changed = readTagHeader(response.headers.get('cache-tag'))
    expect(changed).toEqual([tags.profile(by.id), tags.publications])
    const { rows } = await api().pool.query('select tags from changes order by id desc limit 1')
    expect(rows[0].tags).toEqual(changed)
  })

  test('are absent if nothing was changed, or the call was refused', async () => {
    const by = await anAuthor({ name: 'Ada' })
    for (const body of [{ name: 'Ada' }, { name: '' }]) {
      const response = await send('POST', '/users/update-profile', { as: by.id, body })
      expect(response.headers.get('cache-tag')).toBeNull()
    }
  })

  test('are not in the answer of a concurrent call', async () => {
    const by = await anAuthor()
    const draft = await aStory({ by, title: 'Lamp', isDraft: true })
    const [list] = await Promise.all([tagsOf('/contents'), updateStory(writing(by), draft.id, { isDraft: false })])
    expect(list).not.toContain(tags.content('lamp'))
  })

  test('are replaced by "everything" if they don’t fit into the header; a read then has none', async () => {
    const { context } = api()
    const hono = new Hono<HonoEnv>()
    hono.use(identify(createLogger('silent'), readTrustedProxies('')), sendCacheTags)
    const routes: Api = { hono, context, findActor: async () => undefined }
    const many = Array.from({ length: 400 }, (_, count) => tags.content(`${'a'.repeat(40)}${count}`))
    const response = z.object({})
    const { write, read } = defineEndpoints({
      write: { call: 'POST /much', summary: '', response },
      read: { call: 'GET /much', summary: '', response },
    })
    endpoint(routes, write, async (ctx) => {
      ctx.changed.raise(many)
      return {}
    })
    endpoint(routes, read, async (ctx) => {
      ctx.shows(many)
      return {}
    })
    const written = await hono.request('/much', { method: 'POST' })
    expect(written.headers.get('cache-tag')).toBe(tags.everything)
    expect((await hono.request('/much')).headers.get('cache-tag')).toBeNull()
  })
})
