import { api, withApi } from '../testing/api.ts'
import { anAuthor, aStory } from '../testing/factories.ts'
import { listSitemapEntries, listSitemapParts } from './repository.ts'

withApi()

test('sitemap parts go on exactly where the part before ended', async () => {
  const by = await anAuthor()
  // Pairs share a moment, so that only the id tells them apart.
  for (let count = 0; count < 7; count++) {
    await aStory({ by, title: `S${count}`, publishedAt: new Date(Date.UTC(2026, 0, 1 + (count >> 1))) })
  }
  const { db } = api().context
  const parts = await listSitemapParts(db, 3)
  expect(parts.map(({ count }) => count)).toEqual([3, 3, 1])
  const slugs: string[] = []
  for (const [index, { count }] of parts.entries()) {
    const entries = await listSitemapEntries(db, { after: parts[index - 1]?.last, limit: count })
    slugs.push(...entries.map(({ slug }) => slug))
  }
  expect(new Set(slugs).size).toBe(7)
  expect(slugs).toHaveLength(7)
})
