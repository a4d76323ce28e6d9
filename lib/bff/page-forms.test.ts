import { NextRequest } from 'next/server'
import { openAnswer } from '#lib/no-script-forms/form-answer.ts'
import { authHandler } from '#lib/session/auth-handler.ts'
import { dispatch } from './dispatch.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

type Sent = { headers?: Record<string, string>; signedIn?: boolean }

/** Sends a form of one of our pages like a browser without scripts. */
async function sendForm(path: string, fields: Record<string, string>, { headers, signedIn = false }: Sent = {}) {
  const given = {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'content-type': 'application/x-www-form-urlencoded',
    origin: site,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    ...headers,
  }
  const body = new URLSearchParams(fields).toString()
  const sent = await request(`/api${path}`, { method: 'POST', body, headers: given, signedIn })
  for (const [name, value] of Object.entries(headers ?? {})) if (value === '') sent.headers.delete(name)
  return dispatch(sent)
}

/** The target of an answer, without its mark, and the message of that page. */
async function answerIn(response: Response) {
  const location = new URL(response.headers.get('location') ?? '', site)
  const [cookie = ''] = response.headers.getSetCookie().filter((each) => each.startsWith('form_answer='))
  const mark = location.searchParams.get('answer') ?? ''
  location.searchParams.delete('answer')
  const value = cookie.slice('form_answer='.length).split(';', 1)[0] ?? ''
  return {
    status: response.status,
    page: location.href.slice(site.length),
    said: await openAnswer(value, mark),
    elsewhere: await openAnswer(value, 'another-mark'),
    cookie,
  }
}

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

async function expectNothingSent(response: Response) {
  expect(response.status).toBe(403)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await response.text()).toContain('Nothing was sent')
  expect(asked).toEqual([])
}

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }

describe('a form that is sent without scripts', () => {
  test('is the same call, and its page shows the result', async () => {
    api.answering = { body: { message: 'Account created successfully. Please log in.' } }
    const response = await answerIn(await sendForm('/users/signup', { ...person, next: '/new-story' }))
    expect(asked).toEqual([
      expect.objectContaining({ method: 'POST', url: '/users/signup', body: JSON.stringify(person) }),
    ])
    expect(response).toMatchObject({
      status: 303,
      page: '/users/signup?next=%2Fnew-story',
      said: { done: 'Account created successfully. Please log in.' },
      elsewhere: undefined,
    })
    expect(response.cookie).toMatch(/; Path=\/users\/signup; Max-Age=600; SameSite=Lax; HttpOnly$/)
  })

  test('has the token of an invitation along, and comes back to the page of the invitation', async () => {
    api.answering = { status: 400, body: { message: 'This invitation has been used.', code: 'invalid_link' } }
    const sent = await sendForm('/users/signup', { ...person, invitation: 'a&b', next: '/new-story' })
    expect(asked).toEqual([expect.objectContaining({ body: JSON.stringify({ ...person, invitation: 'a&b' }) })])
    expect(await answerIn(sent)).toMatchObject({
      page: '/users/signup?invitation=a%26b&next=%2Fnew-story',
      said: { failure: { code: 'invalid_link' }, typed: { name: 'Ada', email: 'ada@example.com' } },
    })
    const long = await sendForm('/users/signup', { ...person, invitation: 'a'.repeat(8_192) })
    expect((await answerIn(long)).page).toBe(`/users/signup?invitation=${'a'.repeat(200)}`)
  })

  test('is checked by the same schema; what was typed comes back, but no password', async () => {
    const response = await sendForm('/users/signup', { ...person, email: 'nobody', password: 'short' })
    const { said, page } = await answerIn(response)
    expect(said).toEqual({
      failure: {
        status: 400,
        code: 'bad_request',
        message: expect.any(String),
        fields: {
          email: 'Please enter a valid email address.',
          password: 'A password has at least 8 characters.',
        },
        places: ['name', 'email', 'password'],
      },
      typed: { name: 'Ada', email: 'nobody' },
    })
    expect(page).toBe('/users/signup')
    expect(asked).toEqual([])
  })

  test('shows the product API’s refusal, and how long to wait', async () => {
    api.answering = { status: 429, body: { message: 'Please wait.', code: 'too_many_requests' } }
    const response = await sendForm('/users/forget-password', { email: 'ada@example.com' })
    expect(await answerIn(response)).toMatchObject({
      page: '/forgot-password',
      said: { failure: { status: 429, message: 'Please wait.' }, typed: { email: 'ada@example.com' } },
    })
  })

  test.each([
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'null', 'sec-fetch-site': '' }],
    [{ origin: '', 'sec-fetch-site': 'same-site' }],
    // Every browser says where a form comes from.
    [{ origin: '', 'sec-fetch-site': '' }],
  ])('is refused with a page if it comes from elsewhere: %j', async (headers) => {
    await expectNothingSent(await sendForm('/newsletters/subscribe', { email: 'ada@example.com' }, { headers }))
  })

  test.each<[string, Record<string, string>]>([
    ['/users/signup', person],
    ['/users/forget-password', { email: 'ada@example.com' }],
    ['/users/reset-password', { password: 'correct horse', confirmed: 'correct horse', token: 'x' }],
    ['/users/confirm-email', { token: 'x' }],
    ['/newsletters/subscribe', { email: 'ada@example.com' }],
    ['/newsletters/confirm/x', {}],
    ['/newsletters/unsubscribe/x', {}],
    ['/newsletters/preferences/x', { paused: 'true' }],
  ])('does nothing if it comes from another site, whatever session it brings: %s', async (path, fields) => {
    await expectNothingSent(await sendForm(path, fields, { headers: foreign, signedIn: true }))
  })

  test('creates no session for a form from another site', async () => {
    const headers = { ...foreign, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' }
    const body = 'email=ada%40example.com&password=correct+horse'
    const sent = new NextRequest(`${site}/api/auth/callback/credentials`, { method: 'POST', body, headers })
    const params = Promise.resolve({ nextauth: ['callback', 'credentials'] })
    await expectNothingSent(await authHandler(sent, { params }))
  })

  test('is taken from a page that names no origin because its address is a secret', async () => {
    api.answering = { body: { message: 'Password reset successful.' } }
    const fields = { password: 'correct horse', confirmed: 'correct horse', token: 't/1' }
    const headers = { origin: 'null' }
    expect(await answerIn(await sendForm('/users/reset-password', fields, { headers }))).toMatchObject({
      page: '/reset-password/t%2F1',
      said: { done: 'Password reset successful.', typed: {} },
    })
    expect(asked[0]?.body).toBe('{"password":"correct horse","token":"t/1"}')
  })

  test('makes no call if two passwords differ', async () => {
    const fields = { password: 'correct horse', confirmed: 'correct house', token: 't1' }
    const { said } = await answerIn(await sendForm('/users/reset-password', fields))
    expect(said?.failure).toMatchObject({ status: 400, fields: { confirmed: 'Passwords do not match.' } })
    expect(asked).toEqual([])
  })

  test.each([['//evil.example'], ['https://evil.example/'], ['/\\evil.example'], ['javascript:alert(1)']])(
    'leads nowhere else, whatever it names: %s',
    async (next) => {
      api.answering = { body: { message: 'ok' } }
      const { page } = await answerIn(
        await sendForm('/users/signup', { ...person, email: `a${next.length}@x.example`, next }),
      )
      expect(page).toBe('/users/signup')
    },
  )

  test('sent twice concurrently is one call with one answer', async () => {
    api.answering = { body: { message: 'Thank you.' } }
    const twice = { email: 'twice@example.com', category: 'fiction', frequency: 'weekly', following_publication: '' }
    const [one, other] = await Promise.all([
      sendForm('/newsletters/subscribe', twice),
      sendForm('/newsletters/subscribe', twice),
    ])
    const third = await sendForm('/newsletters/subscribe', twice)
    expect(asked).toHaveLength(1)
    expect(other.headers.get('location')).toBe(one.headers.get('location'))
    expect(third.headers.get('location')).toBe(one.headers.get('location'))
    await sendForm('/newsletters/subscribe', { ...twice, email: 'other@example.com' })
    expect(asked).toHaveLength(2)
  })

  test('that follows an author says whom', async () => {
    api.answering = { body: { message: 'Thank you.' } }
    await sendForm('/newsletters/subscribe', { email: 'follower@example.com', following_author: 'author-1' })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ email: 'follower@example.com', following_author: 'author-1' })
  })

  test('and has a mistyped address leads to where the address can be corrected for the same author and story', async () => {
    const fields = { email: 'Please enter a valid email address.' }
    api.answering = { status: 400, body: { message: fields.email, fields } }
    const form = { email: 'follower@', following_author: 'author-1', following_publication: '', asked_on: 'story-1' }
    const { page, said } = await answerIn(await sendForm('/newsletters/subscribe', form))
    expect(page).toBe('/subscribe?author=author-1')
    expect(said?.failure?.fields).toEqual(fields)
    expect(said?.typed).toEqual({ email: 'follower@', asked_on: 'story-1' })
  })

  test('can be sent again immediately if it has failed', async () => {
    api.answering = { status: 503, body: { message: 'Not now.' } }
    await sendForm('/users/forget-password', { email: 'again@example.com' })
    api.answering = { body: { message: 'ok' } }
    const { said } = await answerIn(await sendForm('/users/forget-password', { email: 'again@example.com' }))
    expect(said?.done).toBe('ok')
  })

  test('that is too large is refused', async () => {
    const response = await sendForm('/users/signup', { name: 'a'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(asked).toEqual([])
  })

  test('keeps an answer that a browser can keep, however much was typed', async () => {
    const response = await sendForm('/users/signup', { ...person, name: '€'.repeat(2_000), email: '€'.repeat(2_000) })
    const { cookie, said } = await answerIn(response)
    expect(cookie.length).toBeLessThan(4_096)
    expect(said?.failure?.fields?.email).toBe('This email address is too long.')
  })
})

describe('the forms of an email’s links', () => {
  test.each([
    ['/newsletters/confirm/s-1', {}, 'GET /newsletters/confirm/s-1', '/subscription/confirmation/s-1'],
    ['/newsletters/unsubscribe/s-1', {}, 'GET /newsletters/unsubscribe/s-1', '/subscription/unsubscribe/s-1'],
    [
      '/newsletters/unsubscribe/s-1',
      { scope: 'digests' },
      'GET /newsletters/unsubscribe/s-1?scope=digests',
      '/subscription/unsubscribe/s-1?scope=digests',
    ],
    [
      '/newsletters/unsubscribe/s-1',
      { all: 'on', scope: 'digests' },
      'GET /newsletters/unsubscribe/s-1?all=true',
      '/subscription/unsubscribe/s-1?scope=digests',
    ],
  ])('%s with %j', async (path, fields, call, page) => {
    api.answering = { body: { message: 'Done.' } }
    const headers = { 'user-agent': JSON.stringify(fields) }
    expect(await answerIn(await sendForm(path, fields as Record<string, string>, { headers }))).toMatchObject({
      page,
      said: { done: 'Done.' },
    })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([call])
  })

  test('change what an address gets', async () => {
    const preferences = { email: 'a…@x.example', time_zone: 'UTC', paused_until: null, subscriptions: [] }
    api.answering = { body: preferences }
    const fields = { 'frequency-one': 'daily', 'frequency-two': 'published', paused: 'true' }
    expect(await answerIn(await sendForm('/newsletters/preferences/s-1', fields))).toMatchObject({
      page: '/subscription/preferences/s-1',
      said: { done: 'Saved.' },
    })
    expect(asked[0]).toMatchObject({ method: 'PUT', url: '/newsletters/preferences/s-1' })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      subscriptions: [
        { uuid: 'one', frequency: 'daily' },
        { uuid: 'two', frequency: 'published' },
      ],
      paused: true,
    })
  })

  test('do not take the place of an email program’s own button', async () => {
    api.answering = { body: { message: 'You have been unsubscribed.' } }
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': '' }
    const response = await sendForm(
      '/newsletters/unsubscribe/s-1/one-click',
      { 'List-Unsubscribe': 'One-Click' },
      { headers },
    )
    expect(response.status).toBe(200)
  })
})

test('a form for a call without one is refused as usual', async () => {
  const response = await sendForm('/users/update-profile', { name: 'Mallory' }, { signedIn: true })
  expect(response.status).toBe(400)
  expect(asked).toEqual([])
})
