import { NextRequest } from 'next/server'
import { ApiFailure } from '#lib/api/failure.ts'
import { asForm, refusedAddress } from './auth-handler.ts'

const site = 'http://localhost:3999'
// The settings are read once, at the first question.
process.env.PUBLIC_URL = site

const posted = (body: string, type = 'application/x-www-form-urlencoded') =>
  asForm(
    new NextRequest(`${site}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  )

describe('a body posted to next-auth', () => {
  test('is a form', async () => {
    expect(await (await posted('email=a%40b.example&json=true')).text()).toBe('email=a%40b.example&json=true')
  })

  test('or JSON with the same fields, and comes as a form', async () => {
    const form = await posted('{"email":"a@b.example","json":true}', 'application/json; charset=utf-8')
    expect(form.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(await form.text()).toBe('email=a%40b.example&json=true')
  })

  test.each([
    ['{"email":', 'application/json', 'The body is not valid JSON'],
    ['[]', 'application/json', 'The body must be an object of plain texts'],
    ['null', 'application/json', 'The body must be an object of plain texts'],
    ['{"email":{"$gt":""}}', 'application/json', 'The body must be an object of plain texts'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'application/json', 'The body must be an object of plain texts'],
    ['email=a', 'text/plain', 'The body must be a form: send content-type application/x-www-form-urlencoded'],
    ['callbackUrl=javascript%3A1', undefined, 'The page to return to is not an address.'],
    ['callbackUrl=%2F&callbackUrl=x', undefined, 'The page to return to is not an address.'],
    ['a='.padEnd(70_000, 'a'), undefined, 'A body has at most 65536 bytes'],
  ])('%.40j as %s is refused with a sentence', async (body, type, sentence) => {
    const fault = await posted(body, type).catch((cause: unknown) => cause)
    expect(fault).toBeInstanceOf(ApiFailure)
    expect((fault as ApiFailure).message).toBe(sentence)
  })
})

describe('a request to next-auth', () => {
  const refused = (method: string, path: string, cookie = '') => {
    const url = new URL(`/api/auth/${path}`, site)
    const [, , , ...parts] = url.pathname.split('/').map(decodeURIComponent)
    return refusedAddress(new NextRequest(url, { method, headers: { cookie } }), parts)
  }

  test.each([
    ['GET', 'csrf', ''],
    ['GET', 'session', 'next-auth.callback-url=http%3A%2F%2Flocalhost%3A3999%2F'],
    ['GET', 'callback/google?code=a&state=b', ''],
    ['GET', 'error?error=Too%20many%20requests.', ''],
    ['GET', 'signin?callbackUrl=%2Farticles%2Fb%C3%BCcher', ''],
    ['POST', 'callback/credentials', ''],
  ])('%s %s is answered', (method, path, cookie) => {
    expect(refused(method, path, cookie)).toBeUndefined()
  })

  test.each(['credentials', 'passkey'])('GET callback/%s does not sign in', async (provider) => {
    for (const method of ['GET', 'HEAD']) {
      const response = refused(method, `callback/${provider}`)
      expect([response?.status, response?.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test.each([
    ['error?error=%E2%82%AC', ''],
    ['error/%E2%82%AC', ''],
    ['signin?error=a%0d%0ax-evil:1', ''],
    ['csrf?callbackUrl=nowhere', ''],
    ['csrf?callbackUrl=%2F&callbackUrl=nowhere', ''],
    ['csrf', 'next-auth.callback-url=nowhere'],
    ['csrf', '__Secure-next-auth.callback-url=%zz'],
  ])('GET %s with the cookie %j is a bad request', async (path, cookie) => {
    expect(refused('GET', path, cookie)?.status).toBe(400)
  })
})
