import { NextRequest } from 'next/server'
import { aProductApi, request, site } from '#lib/bff/testing/a-product-api.ts'
import { middleware } from '../../middleware.ts'

const api = aProductApi()
const { asked } = api
const writer = { _id: 'u', uuid: 'u', name: 'Ada', email: 'ada@example.com', role: 'user' }
const visit = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }

async function open(path: string, headers: Record<string, string>, signedIn: boolean) {
  const later: Promise<unknown>[] = []
  const event = { waitUntil: (promise: Promise<unknown>) => later.push(promise) } as never
  const response = await middleware(new NextRequest(await request(path, { headers, signedIn })), event)
  await Promise.all(later)
  return { location: response.headers.get('location'), cookies: response.headers.getSetCookie().join() }
}

describe('the page that a visitor wanted', () => {
  test.each([{}, visit, { 'sec-fetch-dest': 'empty' }])('is remembered for a browser that says %j', async (headers) => {
    const { location, cookies } = await open('/bookmarks?x=1', headers, false)
    expect(location).toBe(`${site}/`)
    expect(cookies).toContain(`wanted_page=${encodeURIComponent('/bookmarks?x=1')}; Path=/users`)
  })

  test.each([{ 'sec-fetch-dest': 'image' }, { 'sec-fetch-dest': 'iframe' }, { ...visit, 'sec-purpose': 'prefetch' }])(
    'is not for one that says %j: nobody asked for it',
    async (headers) => {
      expect(await open('/bookmarks', headers, false)).toEqual({ location: `${site}/`, cookies: '' })
    },
  )
})

describe('a page for administrators alone', () => {
  beforeEach(() => {
    api.answering = { body: writer }
  })

  test('signs out anybody else who opens it', async () => {
    const { location, cookies } = await open('/podcasts', visit, true)
    expect(location).toBe(`${site}/users/login?next=%2Fpodcasts`)
    expect(cookies).toContain('next-auth.session-token=; Path=/; Max-Age=0')
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toContain('POST /users/logout')
  })

  test.each([
    {},
    { ...visit, 'sec-fetch-dest': 'image' },
    { ...visit, 'sec-fetch-mode': 'cors' },
    { ...visit, 'sec-fetch-site': 'cross-site' },
    { ...visit, 'sec-purpose': 'prefetch' },
  ])('signs nobody out for %j', async (headers) => {
    expect(await open('/podcasts', headers, true)).toEqual({ location: `${site}/`, cookies: '' })
    expect(asked.map(({ method }) => method)).not.toContain('POST')
  })
})
