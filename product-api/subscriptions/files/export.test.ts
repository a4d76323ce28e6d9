import { transaction } from '#platform/db/transaction.ts'
import { auditTrail } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aProvenPerson, aPublication } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { suppress } from '../suppressions.ts'

withApi()

const path = '/newsletters/subscribers/export'
const header = 'email,status,lists,frequency,confirmed_at,created_at,time_zone,ended_at,suppressed'

describe('GET /newsletters/subscribers/export', () => {
  test('gives the state of every address, as a file of its own', async () => {
    const [{ id: as }, me] = [await anAdmin(), await aProvenPerson({ email: 'me@example.com' })]
    const { slug } = await aPublication({ by: me })
    await subscribe({ email: me.email, category: 'books', frequency: 'daily', following_publication: slug }, me.id)
    await subscribe({ email: 'asked@example.com', category: 'fiction' })
    await subscribe({ email: '=cmd@example.com'.replace('=', '+'), category: 'fiction' })
    await api().pool.query(
      `update subscriptions set ended_at = '2026-11-23T10:00:00Z' from subscribers s where s.id = subscriber_id and email like '+%'`,
    )
    const { context } = api()
    await transaction(context.db, (tx) => suppress(context, tx, { email: 'asked@example.com', reason: 'manual' }))
    const response = await get(path, { as })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(response.headers.get('cache-control')).toMatch(/no-store/)
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
    const [first, ...lines] = (await response.text()).split('\r\n')
    expect(first).toBe(header)
    expect(lines).toEqual([
      expect.stringMatching(
        `^me@example.com,confirmed,(category:books|publication:${slug}); (category:books|publication:${slug}),daily; daily,${time},${time},UTC,,$`,
      ),
      expect.stringMatching(`^asked@example.com,unconfirmed,category:fiction,weekly,,${time},UTC,,manual$`),
      expect.stringMatching(`^'\\+cmd@example.com,ended,category:fiction,weekly,,${time},UTC,2026-11-23T10:00:00Z,$`),
      '',
    ])
    expect(await auditTrail('subscribers_exported')).toEqual([expect.objectContaining({ actor_id: as })])
  })

  test('goes on past a thousand, each once, and can be imported as it is', async () => {
    const { id: as } = await anAdmin()
    const file = Array.from({ length: 2_300 }, (_, at) => `reader-${at}@example.com,2024-01-01`).join('\n')
    const bring = (body: string) =>
      send('POST', '/newsletters/subscribers/import?vouched=true&category=books', {
        ...{ as, body, headers: { 'content-type': 'text/csv' } },
      })
    await bring(`email,confirmed_at\n${file}`)
    const text = await (await get(path, { as })).text()
    const emails = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect(new Set(emails).size).toBe(2_300)
    expect(emails).toHaveLength(2_300)
    expect(text).toContain(',2024-01-01T00:00:00Z,')
    expect(await (await bring(text)).json()).toMatchObject({ rows: 2_300, known: 2_300 })
    await api().pool.query('delete from subscribers')
    expect(await (await bring(text)).json()).toMatchObject({ rows: 2_300, confirmed: 2_300 })
  })

  test('answers 401 without a session, and 403 to others', async () => {
    expect((await get(path)).status).toBe(401)
    expect((await get(path, { as: (await anAuthor()).id })).status).toBe(403)
    expect(await auditTrail('subscribers_exported')).toEqual([])
  })
})
