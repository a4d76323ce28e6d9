import fc from 'fast-check'
import type { Handle } from '#lib/renderer/capture-response.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import type { PublicPath } from '../addresses.ts'
import { aReadThroughCache } from '../testing/a-read-through-cache.ts'

type Versions = Record<string, number>

/** Each page shows two things, one of which another page shows too. */
const shownBy: Record<string, [string, string]> = {
  '/article/a': ['content:a', 'profile:x'],
  '/article/b': ['content:b', 'profile:x'],
  '/': ['list:all', 'content:a'],
}
const pages = Object.keys(shownBy)
const things = [...new Set(Object.values(shownBy).flat())]

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), key: fc.constantFrom(...pages) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), thing: fc.constantFrom(...things) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
)

const path = (key: string): PublicPath => ({ key, kind: 'page', keep: true, keepMissing: true })

/** A product API in which everything has a version, and a Next that shows the versions; both take their time. */
function aHouse(scheduler: fc.Scheduler) {
  const versions: Versions = Object.fromEntries(things.map((thing) => [thing, 0]))
  const running: Record<string, number> = {}
  let mostRunning = 0
  const handle: Handle = async (request, response) => {
    const key = request.url ?? ''
    running[key] = (running[key] ?? 0) + 1
    mostRunning = Math.max(mostRunning, running[key])
    const shown: Versions = {}
    for (const thing of shownBy[key] ?? []) {
      noteTags([thing])
      await scheduler.schedule(Promise.resolve(), `${key} asks for ${thing}`)
      shown[thing] = versions[thing] ?? 0
      await scheduler.schedule(Promise.resolve(), `${key} has ${thing}`)
    }
    running[key]--
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(shown))
  }
  const cache = aReadThroughCache({ handle })
  return { versions, cache, mostRunning: () => mostRunning }
}

describe('ReadThroughCache, during any writes and requests', () => {
  test('never misses a write from before the request, and makes a page at most twice in parallel', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 1, maxLength: 40 }), async (scheduler, steps) => {
        const { versions, cache, mostRunning } = aHouse(scheduler)
        const old: string[] = []

        async function read(key: string): Promise<void> {
          const before = { ...versions }
          const page = cache.ready(key) ?? (await cache.make(path(key), `reader of ${key}`))
          for (const [thing, version] of Object.entries(JSON.parse(page.body.toString()) as Versions)) {
            if (version < (before[thing] ?? 0))
              old.push(`${key} shows ${thing} ${version}, ${before[thing]} was written`)
          }
        }
        const done = steps.map(async (next, number) => {
          await scheduler.schedule(Promise.resolve(), `step ${number}`)
          if (next.do === 'read') return read(next.key)
          if (next.do === 'write') {
            versions[next.thing] = (versions[next.thing] ?? 0) + 1
            cache.store.purge([next.thing])
          } else cache.store.markAllStale()
        })
        await scheduler.waitFor(Promise.all(done))
        expect(old).toEqual([])
        expect(mostRunning()).toBeLessThanOrEqual(2)
        for (const key of pages) await scheduler.waitFor(read(key))
        expect(old).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
