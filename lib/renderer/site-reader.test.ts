import { siteCategories } from '#contract/categories.ts'
import { type Site, usualSettings } from '#contract/site.ts'
import { createSiteReader } from './site-reader.ts'

const siteNamed = (name: string): Site => ({ ...usualSettings, name, categories: siteCategories('bytewise') })

/** A product API that answers with what it is told, and counts. */
function aProductApi() {
  const api = { asked: 0, answer: (): Response => Response.json(siteNamed('Day')) }
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    expect(String(url)).toBe('http://api.test/site')
    api.asked++
    return api.answer()
  })
  return { api, read: createSiteReader('http://api.test') }
}
afterEach(() => jest.restoreAllMocks())

test('asks once for all pages of a mark, and again for a later one', async () => {
  const { api, read } = aProductApi()
  const [first] = await Promise.all([read(0), read(0), read(undefined)])
  expect([first?.site?.name, api.asked]).toEqual(['Day', 1])
  api.answer = () => Response.json(siteNamed('Night'))
  expect((await read(0)).site?.name).toBe('Day')
  expect(await read(1)).toMatchObject({ site: { name: 'Night' }, isCurrent: true })
  expect((await read(0)).site?.name).toBe('Night')
  expect(api.asked).toBe(2)
})

test.each([
  ['is away', () => Promise.reject(new Error('away')) as never],
  ['fails', () => new Response('', { status: 503 })],
])('a product API that %s leaves the known settings, which are not current, and is asked again', async (_, answer) => {
  const { api, read } = aProductApi()
  await read(0)
  const before = api.answer
  api.answer = answer
  expect(await read(1)).toMatchObject({ site: { name: 'Day' }, isCurrent: false })
  api.answer = before
  expect((await read(1)).isCurrent).toBe(true)
  expect(api.asked).toBe(3)
})

test.each([
  ['has none', () => new Response('', { status: 404 })],
  ['makes up a colour', () => Response.json({ ...siteNamed('Evil'), accent: 'red;background:url(//x)' })],
  ['makes up a logo', () => Response.json({ ...siteNamed('Evil'), logo: 'https://evil.example/x.svg' })],
])('of a product API that %s nothing is taken', async (_, answer) => {
  const { api, read } = aProductApi()
  api.answer = answer
  expect(await read(0)).toEqual({ site: undefined, isCurrent: true })
  await read(0)
  expect(api.asked).toBe(1)
})

test('an answer that comes late does not replace a later one', async () => {
  const { api, read } = aProductApi()
  const late = Promise.withResolvers<Response>()
  jest.spyOn(globalThis, 'fetch').mockImplementationOnce(() => late.promise)
  const old = read(0)
  api.answer = () => Response.json(siteNamed('Night'))
  await read(1)
  late.resolve(Response.json(siteNamed('Day')))
  expect((await old).site?.name).toBe('Night')
  expect((await read(1)).site?.name).toBe('Night')
})
