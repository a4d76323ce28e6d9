import { api, get, send, withApi } from '#testing/api.ts'
import { aProvenPerson } from '#testing/factories.ts'

withApi()

const uuid = '5ec2e750-1111-4111-8111-111111111111'
const asJson = { accept: 'application/json' }
const lines = () => api().log.map((line) => JSON.parse(line) as Record<string, unknown>)

test('the log has one line a request, without queries and headers', async () => {
  await get('/contents/search?content=my-secret-question', { headers: { authorization: 'Bearer my-secret-token' } })
  expect(lines()).toEqual([
    expect.objectContaining({ method: 'GET', route: '/contents/search', status: 200, id: expect.any(String) }),
  ])
  expect(api().log.join('')).not.toContain('my-secret')
})

test.each([
  ['/newsletters/subscriptions/me@example.com', '/newsletters/subscriptions/:email'],
  ['/newsletters/subscriptions/me%40example.com', '/newsletters/subscriptions/:email'],
  [`/newsletters/subscription/${uuid}`, '/newsletters/subscription/:uuid'],
  [`/newsletters/confirm/${uuid}`, '/newsletters/confirm/:uuid'],
  [`/newsletters/unsubscribe/${uuid}?all=true`, '/newsletters/unsubscribe/:uuid'],
  [`/newsletters/confirm/${uuid}/further`, 'other'],
  [`/newsletters/confirm/${uuid}%00`, 'other'],
])('%s is logged by its route %s', async (path, route) => {
  const { id } = await aProvenPerson({ email: 'me@example.com' })
  await get(path, { as: id, headers: asJson })
  expect(lines()).toEqual([expect.objectContaining({ route })])
  expect(api().log.join('')).not.toMatch(/5ec2e750|example\.com/)
})

test('so is a call that fails, though its cause is told', async () => {
  const { id } = await aProvenPerson({ email: 'me@example.com' })
  const { pool } = api()
  await pool.query('alter table subscriptions rename to mislaid')
  try {
    for (const path of ['subscriptions/me@example.com', `confirm/${uuid}`, `unsubscribe/${uuid}`]) {
      expect((await get(`/newsletters/${path}`, { as: id, headers: asJson })).status).toBe(500)
    }
    const body = { authorUuid: uuid, userEmail: 'me@example.com' }
    await send('DELETE', '/newsletters/unsubscribe/author', { as: id, body })
    const failures = lines().filter(({ msg }) => msg === 'a call failed')
    expect(failures.map(({ route }) => route)).toEqual([
      '/newsletters/subscriptions/:email',
      '/newsletters/confirm/:uuid',
      '/newsletters/unsubscribe/:uuid',
      '/newsletters/unsubscribe/author',
    ])
    expect(api().log.join('')).not.toMatch(/5ec2e750|me@example|me%40example/)
  } finally {
    await pool.query('alter table mislaid rename to subscriptions')
  }
})

test('what is too large is logged by its route as well', async () => {
  const body = { email: 'a@example.com', website: 'x'.repeat(5_000_000) }
  expect((await send('POST', '/newsletters/subscribe', { body })).status).toBe(413)
  expect(lines()).toEqual([expect.objectContaining({ route: '/newsletters/subscribe', status: 413 })])
})
