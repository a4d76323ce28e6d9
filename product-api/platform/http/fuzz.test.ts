import fc from 'fast-check'
import type { z } from 'zod'
import { calls } from '#contract/calls.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { ProblemBody } from '#contract/problems.ts'
import { api, get, mails, openSession, send, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson, aStory } from '#testing/factories.ts'
import { contentTypes, hostileBody, hostileText, hostileValue, worstValues } from '#testing/hostile.ts'
import { isThorough } from '#testing/thoroughness.ts'
import { createLimits } from '../limits/limits.ts'

withApi()
jest.setTimeout(120_000)

const slowMs = 2_000

const secrets = ['planted-secret@example.com', 'planted secret draft'] as const
/** The facts about a person that a caller may know and send. */
let known: string[] = []
let token = ''

beforeEach(async () => {
  const [planted, caller] = [await aProvenPerson({ email: secrets[0], name: "O'Hara" }), await anAuthor()]
  await aStory({ by: planted, title: 'Lamp' })
  const draft = await aStory({ by: planted, title: 'Draft', content: `<p>${secrets[1]}</p>`, isDraft: true })
  await send('POST', '/newsletters/subscribe', { as: planted.id, body: { email: secrets[0], category: 'books' } })
  const { rows } = await api().pool.query('select uuid from subscriptions')
  known = [planted.id, caller.id, draft.id, draft.slug, rows[0].uuid, secrets[0]]
  token = await openSession(api().context, caller.id)
})

const text = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.nat(5).map((index) => known[index] ?? '') },
)
const value = fc.oneof(hostileValue, text as fc.Arbitrary<unknown>)
const wellFormed = text.map((typed) => typed.toWellFormed())
const namesOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {})

/** Valid values by field, so that a body is wrong in one field only and passes the other checks. */
const good: Record<string, unknown> = {
  ...{ email: 'somebody@example.com', userEmail: secrets[0], name: 'Ada', password: 'quite a long pass phrase' },
  ...{ currentPassword: 'another long pass phrase', token: 'a'.repeat(43), credential: 'a.b.c', bio: 'Writes.' },
  ...{ category: 'books', frequency: 'daily', challenge_id: '11111111-1111-4111-8111-111111111111' },
  ...{ response: { id: 'a', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} } },
}

/** A caller with or without a session, from somewhere: limits are not what is looked for here. */
const requester = fc.record({
  token: fc.boolean().map((signedIn) => (signedIn ? token : undefined)),
  headers: fc.record({ 'x-forwarded-for': fc.ipV4(), accept: fc.constantFrom('application/json', '*/*') }),
})

function inputOf(endpoint: Endpoint) {
  return fc.record({
    ask: requester,
    params: fc.record(Object.fromEntries(namesOf(endpoint.params).map((name) => [name, wellFormed]))),
    query: fc.record(Object.fromEntries(namesOf(endpoint.query).map((name) => [name, wellFormed])), {
      requiredKeys: [],
    }),
    fields: fc.record(Object.fromEntries(namesOf(endpoint.body).map((name) => [name, value])), { requiredKeys: [] }),
    raw: fc.option(fc.record({ body: hostileBody, type: fc.constantFrom(...contentTypes) }), { freq: 3 }),
  })
}

describe.each(calls)('$method $path', (endpoint) => {
  test('answers any input with success or a problem, never with a 500', async () => {
    await fc.assert(
      fc.asyncProperty(inputOf(endpoint), async ({ ask, params, query, fields, raw }) => {
        const path = `${fillPath(endpoint.path, params)}?${new URLSearchParams(query as Record<string, string>)}`
        const body = raw ? { body: raw.body, headers: { ...ask.headers, 'content-type': raw.type } } : { body: fields }
        await expectNoFault(endpoint, path, { ...ask, ...body })
      }),
      { numRuns: isThorough ? 25 : 8 },
    )
  })
})

const fields = calls
  .flatMap((endpoint) => namesOf(endpoint.body).map((name) => ({ ...endpoint, endpoint, name })))
  .map((field, start) => ({ ...field, start }))
/**
 * All of them, or every third: a field begins where the one before did not, so that each value is tried in many fields.
 */
const step = isThorough ? 1 : 3

test.each(fields)('$method $path: so it does if only $name is wrong', async ({ endpoint, name, start }) => {
  const path = fillPath(endpoint.path, Object.fromEntries(namesOf(endpoint.params).map((param) => [param, 'a'])))
  const whole = Object.fromEntries(namesOf(endpoint.body).map((one) => [one, good[one]]))
  for (const [index, bad] of worstValues.entries()) {
    if ((start + index) % step > 0) continue
    api().context.limits = createLimits()
    await expectNoFault(endpoint, path, { token, body: { ...whole, [name]: bad } })
  }
  for (const mail of await mails({ later: true })) expect(mail.to.address).toMatch(/^[^\s,]+@[^\s,]+$/)
})

test('accepts unencoded addresses', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormed, async (typed) => {
      // Addresses that a URL parser rejects never reach the API.
      if (!URL.canParse(`http://localhost/contents/${typed}`)) return
      const response = await get(`http://localhost/contents/${typed}`)
      expect(response.status).toBeLessThan(500)
    }),
    { numRuns: isThorough ? 150 : 50 },
  )
})

async function expectNoFault(endpoint: Endpoint, path: string, { body, ...ask }: Parameters<typeof send>[2] & object) {
  const { method } = endpoint
  const call = () => (method === 'GET' ? get(path, ask) : send(method, path, { body, ...ask }))
  const [response, took] = await timed(call)
  // Repeated, to tell a slow call from a busy machine.
  if (took > slowMs) expect((await timed(call))[1]).toBeLessThan(slowMs)
  const said = await response.text()
  // Some calls need a service of others that is not set up here, and say so.
  if (response.status !== 503 || !endpoint.problems?.includes('unavailable')) expect(response.status).toBeLessThan(500)
  expect(said).not.toMatch(/\n\s+at |node_modules|\.ts:\d|select .* from/i)
  // The caller's own words come back, as the name of what it has made: that discloses nothing.
  const asked = decodeURIComponent(path.replaceAll('+', ' ')) + JSON.stringify(body ?? '')
  for (const secret of secrets) if (!asked.includes(secret)) expect(said).not.toContain(secret)
  if (response.status >= 400) {
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(ProblemBody.parse(JSON.parse(said)).status).toBe(response.status)
  } else if (response.status === 200 && !endpoint.params) {
    // A parameter may lead to another route: only what has no parameters surely answers its own shape.
    expect(endpoint.response.safeParse(JSON.parse(said)).success).toBe(true)
  }
}

async function timed<T>(act: () => Promise<T>): Promise<[T, ms: number]> {
  const started = performance.now()
  return [await act(), performance.now() - started]
}
