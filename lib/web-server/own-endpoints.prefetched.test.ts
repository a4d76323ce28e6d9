import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createPrefetchedReads } from './own-endpoints.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }

function aCounter(most?: number) {
  const counted: string[] = []
  const answer = createPrefetchedReads({
    pageAt: async (url) => (url === '/article/a' ? { key: url, status: 200 } : undefined),
    count: (_request, key) => counted.push(key),
    ...(most && { most }),
  })
  async function say(url: string, { method = 'POST', headers = ownPage as Record<string, string>, client = '1' } = {}) {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { url, method, headers })
    const response = new ServerResponse(request)
    return (await answer(request, response, client)) ? response.statusCode : undefined
  }
  return { counted, say }
}

describe('POST /reads/article/{slug}', () => {
  test('counts a story that was loaded ahead and is shown now', async () => {
    const { counted, say } = aCounter()
    expect(await say('/reads/article/a')).toBe(204)
    expect(counted).toEqual(['/article/a'])
  })

  test('refuses requests that none of our pages has sent', async () => {
    const { counted, say } = aCounter()
    expect(await say('/reads/article/a', { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await say('/reads/article/a', { headers: {} })).toBe(403)
    expect(counted).toEqual([])
  })

  test('answers 404 for a story that is not public', async () => {
    const { counted, say } = aCounter()
    expect(await say('/reads/article/b')).toBe(404)
    expect(await say('/reads/article/%ff')).toBe(404)
    expect(counted).toEqual([])
  })

  test('limits the counted reads per minute and client', async () => {
    const { counted, say } = aCounter(2)
    for (const expected of [204, 204, 429]) expect(await say('/reads/article/a')).toBe(expected)
    expect(await say('/reads/article/a', { client: '2' })).toBe(204)
    expect(counted).toHaveLength(3)
  })

  test('leaves every other address and method alone', async () => {
    const { say } = aCounter()
    expect(await say('/reads')).toBeUndefined()
    expect(await say('/reads/article/a/b')).toBeUndefined()
    expect(await say('/reads/article/a', { method: 'GET' })).toBeUndefined()
  })
})
