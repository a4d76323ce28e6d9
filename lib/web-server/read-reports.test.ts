import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createReadReports } from './read-reports.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }

function reports(most?: number) {
  const counted: unknown[] = []
  let calls = 0
  const answer = createReadReports({
    pageAt: async (url) => (url === '/article/a' ? { key: url, status: 200 } : undefined),
    counter: {
      countShown: (_request, key, referrer) => counted.push([key, referrer]),
      countReader: (_request, key, what) => counted.push([key, what]),
      countHeard: (_request, key, seconds) => counted.push([key, seconds]),
    },
    onCounted: () => calls++,
    ...(most && { most }),
  })
  async function say(
    url: string,
    { method = 'POST', headers = ownPage as Record<string, string>, client = '1', body = '' } = {},
  ) {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { url, method, headers })
    request.push(body)
    request.push(null)
    const response = new ServerResponse(request)
    const isAnswered = await answer(request, response, client)
    expect(calls).toBe(counted.length)
    return isAnswered ? response.statusCode : undefined
  }
  return { counted, say }
}

describe('POST /reads/article/{slug}', () => {
  test('counts a story that was loaded ahead and is shown now', async () => {
    const { counted, say } = reports()
    expect(await say('/reads/article/a', { body: 'https://bytewise.example/' })).toBe(204)
    expect(counted).toEqual([['/article/a', 'https://bytewise.example/']])
  })

  test('refuses requests that none of our pages has sent', async () => {
    const { counted, say } = reports()
    expect(await say('/reads/article/a', { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403)
    expect(await say('/reads/article/a', { headers: {} })).toBe(403)
    expect(counted).toEqual([])
  })

  test('answers 404 for a story that is not public', async () => {
    const { counted, say } = reports()
    expect(await say('/reads/article/b')).toBe(404)
    expect(await say('/reads/article/%ff')).toBe(404)
    expect(counted).toEqual([])
  })

  test('limits the counted reads per minute and client', async () => {
    const { counted, say } = reports(2)
    for (const expected of [204, 204, 429]) expect(await say('/reads/article/a')).toBe(expected)
    expect(await say('/reads/article/a', { client: '2' })).toBe(204)
    expect(counted).toHaveLength(3)
  })

  test('leaves every other address and method alone', async () => {
    const { say } = reports()
    expect(await say('/reads')).toBeUndefined()
    expect(await say('/reads/article/a/b')).toBeUndefined()
    expect(await say('/reads/article/a', { method: 'GET' })).toBeUndefined()
  })
})

describe('POST /reads/began/article/{slug} and its like', () => {
  test('counts who began, who finished, and what was heard', async () => {
    const { counted, say } = reports()
    expect(await say('/reads/began/article/a')).toBe(204)
    expect(await say('/reads/finished/article/a')).toBe(204)
    expect(await say('/reads/heard/article/a', { body: '75' })).toBe(204)
    expect(counted).toEqual([
      ['/article/a', 'began'],
      ['/article/a', 'finished'],
      ['/article/a', 75],
    ])
  })

  test.each(['', '0', '-1', '1.5', 'x', '14401', '1'.repeat(8_000)])('refuses %s as seconds', async (body) => {
    const { counted, say } = reports()
    expect(await say('/reads/heard/article/a', { body })).toBe(body.length > 4_096 ? 413 : 400)
    expect(counted).toEqual([])
  })

  test('are refused like the others: from elsewhere, for no story, and too many of a kind', async () => {
    const { counted, say } = reports(1)
    expect(await say('/reads/finished/article/a', { headers: { 'sec-fetch-site': 'same-site' } })).toBe(403)
    expect(await say('/reads/finished/article/b')).toBe(404)
    expect(await say('/reads/finished/article/a')).toBe(429)
    expect(await say('/reads/began/article/a')).toBe(204)
    expect(await say('/reads/skipped/article/a')).toBeUndefined()
    expect(await say('/reads/began/books')).toBeUndefined()
    expect(counted).toHaveLength(1)
  })
})
