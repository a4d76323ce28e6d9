import { readdirSync } from 'node:fs'
import type { ImportEvent, ImportReport } from '#contract/subscriber-files.ts'
import { transaction } from '#platform/db/transaction.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { forgetUnconfirmed } from '../subscribing/forget-unconfirmed.ts'
import { suppress } from '../suppressions.ts'

withApi()

const path = '/newsletters/subscribers/import'
let admin = ''
beforeEach(async () => {
  admin = (await anAdmin()).id
})

const post = (body: string | Uint8Array, query = '', as: string | undefined = admin, type = 'text/csv') =>
  send('POST', path + query, { body, as, headers: { 'content-type': type } })
const bring = async (body: string, query = '') => (await (await post(body, query)).json()) as ImportReport
const rows = async (question: string) => (await api().pool.query(question)).rows
const subscribed = () =>
  rows(`select email, category, frequency, confirmed_at is not null as confirmed, proven_at, ended_at is not null as ended
        from subscriptions join subscribers s on s.id = subscriber_id order by email, category`)
const proof = 'CONFIRM_TIME\n'
const proven = (email: string) => `${email},2024-05-01 10:00:00\n`

function expectAddsUp(report: ImportReport): void {
  const { rows: all, imported, known, ended, suppressed, not_subscribed, duplicates, refused } = report
  expect(imported + known + ended + suppressed + not_subscribed + duplicates + refused).toBe(all)
  expect(report.confirmed + report.unconfirmed).toBe(imported)
}

describe('POST /newsletters/subscribers/import', () => {
  test('subscribes who is proven and vouched for, sends no email, and twice changes nothing', async () => {
    const file = `Email Address,${proof}${proven('a@example.com')}${proven('B@Example.com')}c@example.com,\n`
    const query = '?category=fiction&frequency=daily&vouched=true'
    const report = await bring(file, query)
    expect(report).toMatchObject({ rows: 3, imported: 3, confirmed: 2, unconfirmed: 1, stopped: null, dry_run: false })
    expect(report.columns).toEqual({ email: 'Email Address', proof: 'CONFIRM_TIME' })
    const provenAt = new Date('2024-05-01T10:00:00Z')
    const one = { category: 'fiction', frequency: 'daily', ended: false }
    const expected = [
      { ...one, email: 'B@Example.com', confirmed: true, proven_at: provenAt },
      { ...one, email: 'a@example.com', confirmed: true, proven_at: provenAt },
      { ...one, email: 'c@example.com', confirmed: false, proven_at: null },
    ]
    expect(await subscribed()).toEqual(expect.arrayContaining(expected))
    expect(await bring(file, query)).toMatchObject({ rows: 3, imported: 0, known: 3 })
    expect(await subscribed()).toHaveLength(3)
    expect(await mails({ later: true })).toEqual([])
    expect(readdirSync(api().context.files.incoming)).toEqual([])
  })

  test('a dry run says the same and changes nothing', async () => {
    const file = `email,${proof}${proven('a@example.com')}${proven('A@example.com')}x,\n`
    const dry = await bring(file, '?dry_run=true&vouched=true')
    expect(await subscribed()).toEqual([])
    expect(await rows('select 1 from subscribers')).toEqual([])
    expect(await auditTrail('subscribers_imported')).toEqual([])
    expect({ ...(await bring(file, '?vouched=true')), dry_run: true }).toEqual(dry)
    expect(dry).toMatchObject({ confirmed: 1, duplicates: 1, refused: 1 })
  })

  test('without a proof, or unless someone vouches, confirms no one; later it does, for those who wait', async () => {
    const file = `email,${proof}${proven('a@example.com')}`
    expect(await bring(file)).toMatchObject({ unconfirmed: 1, confirmed: 0 })
    expect(await bring('email\na@example.com\n', '?vouched=true')).toMatchObject({ known: 1 })
    expect(await bring(file, '?vouched=true')).toMatchObject({ confirmed: 1 })
    expect(await subscribed()).toEqual([expect.objectContaining({ confirmed: true, category: 'bytewise' })])
    const future = `email,${proof}b@example.com,2030-01-01\n`
    const report = await bring(future, '?vouched=true')
    expect(report).toMatchObject({ unconfirmed: 1, lines: [{ line: 2, email: 'b@example.com' }] })
  })

  test('leaves alone those who left, refused, are suppressed, or are not subscribed where they come from', async () => {
    const { context, pool } = api()
    for (const name of ['left', 'elsewhere', 'refused'])
      await subscribe({ email: `${name}@example.com`, category: 'books' })
    await pool.query(
      `update subscriptions set ended_at = now(), confirmed_at = now() where subscriber_id in
       (select id from subscribers where email in ('left@example.com', 'elsewhere@example.com'))`,
    )
    await pool.query("update subscribers set refused_at = now() where email = 'refused@example.com'")
    await transaction(context.db, (tx) =>
      suppress(context, tx, { email: 'Bounced@example.com', reason: 'hard_bounce' }),
    )
    const before = await subscribed()
    const names = ['left', 'elsewhere', 'refused', 'bounced']
    const file = `email,status,confirmed_at\n${names.map((name) => `${name}@Example.com,enabled,2024-01-01\n`).join('')}`
    const report = await bring(`${file}no@example.com,blocklisted,2024-01-01\n`, '?vouched=true&category=books')
    expect(report).toMatchObject({ rows: 5, imported: 0, ended: 3, suppressed: 1, not_subscribed: 1 })
    expectAddsUp(report)
    const other = await bring(`${file}no@example.com,disabled,2024-01-01\n`, '?vouched=true&category=fiction')
    expect(other).toMatchObject({ imported: 0, ended: 3, suppressed: 1, not_subscribed: 1 })
    expect(await subscribed()).toEqual(before)
    expect(await rows("select 1 from subscribers where email ilike 'bounced%'")).toEqual([])
  })

  test('keeps the time zone of a new subscriber', async () => {
    await bring('email,TIMEZONE\na@example.com,Europe/Berlin\nb@example.com,Nowhere/Land\n')
    expect(await rows('select time_zone from subscribers order by email')).toEqual([
      { time_zone: 'Europe/Berlin' },
      { time_zone: 'UTC' },
    ])
  })

  test('names the lines that can’t be read, the first thousand of them', async () => {
    const hostile = '"a@example.com\r\nBcc: x@example.com"\n"a@example.com,b@example.com"\n'
    const report = await bring(`email\n${hostile}${'x\n'.repeat(1_100)}good@example.com\n`)
    expect(report).toMatchObject({ rows: 1_103, refused: 1_102, unconfirmed: 1 })
    expect(report.lines).toHaveLength(1_000)
    expect(report.lines[0]).toEqual({
      ...{ line: 2, email: 'a@example.com Bcc: x@example.com', reason: 'Please enter a valid email address.' },
    })
    expect(report.lines[2]?.line).toBe(5)
    expectAddsUp(report)
  })

  test('of several thousand rows each is in one figure, and the counts of subscribers add up', async () => {
    const lines = Array.from({ length: 3_500 }, (_, at) => proven(`reader-${at % 3_000}@example.com`))
    const report = await bring(`email,${proof}${lines.join('')}`, '?vouched=true')
    expect(report).toMatchObject({ rows: 3_500, confirmed: 3_000, duplicates: 500 })
    expectAddsUp(report)
    const [counted] = await rows(
      "select sum(change)::int as count from kept_counts where counted = 'confirmed_subscribers'",
    )
    const [audience] = await rows(
      "select sum(change)::int as count from audience_counts where list = 'category:bytewise'",
    )
    expect([counted, audience]).toEqual([{ count: 3_000 }, { count: 3_000 }])
    expect(await rows('select 1 from subscribers where digests is null')).toEqual([])
  })

  test('says where a quote is not closed, and keeps what comes before', async () => {
    expect(await bring('email,name\na@example.com,x\nb@example.com,"y\n')).toMatchObject({
      ...{ unconfirmed: 1, stopped: { line: 3, reason: expect.stringContaining('quotation mark') } },
    })
  })

  test('keeps in the audit who brought it and what came of it', async () => {
    await bring(`email,${proof}${proven('a@example.com')}`, '?vouched=true&category=fiction')
    const details = { category: 'fiction', frequency: 'weekly', vouched: 'true' }
    expect(await auditTrail()).toEqual([
      expect.objectContaining({ action: 'subscribers_imported', actor_id: admin, details }),
      expect.objectContaining({
        ...{
          action: 'subscribers_import_ended',
          details: { ...details, confirmed: '1', unconfirmed: '0', refused: '0' },
        },
      }),
    ])
  })

  test('what was never confirmed is forgotten after a month like everything that was asked for', async () => {
    await bring('email\na@example.com\n')
    passTime(31 * dayMs)
    await forgetUnconfirmed(api().context)
    expect(await rows('select 1 from subscribers')).toEqual([])
  })

  test.each([
    ['category', 'email\na@b.co', '?category=nothing', 'text/csv'],
    ['frequency', 'email\na@b.co', '?frequency=hourly', 'text/csv'],
    ['dry_run', 'email\na@b.co', '?dry_run=perhaps', 'text/csv'],
    ['file', 'name\nAda', '', 'text/csv'],
    ['file', '', '', 'text/csv'],
  ])('answers 400 and names %s', async (field, body, query, type) => {
    const response = await post(body, query, admin, type)
    expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, [field]])
    expect(await subscribed()).toEqual([])
  })

  test('says that the first line must name the columns', async () => {
    const { fields } = await (await post('name\nAda')).json()
    expect(fields.file).toContain('must name the columns')
  })

  test('answers 400 to another type, to UTF-16 and to what breaks off', async () => {
    expect((await post('email\na@b.co', '', admin, 'image/png')).status).toBe(400)
    expect((await (await post(Buffer.from('\ufeffemail', 'utf16le'))).json()).detail).toContain('UTF-16')
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    const init = { method: 'POST', body: broken, duplex: 'half', headers: await bearer(admin) }
    expect((await api().app.request(path, init as RequestInit)).status).toBe(400)
  })

  const asEvents = async (body: string, query = '') => {
    const headers = { 'content-type': 'text/csv', accept: 'text/event-stream' }
    const response = await send('POST', path + query, { body, as: admin, headers })
    return { response, text: await response.text() }
  }
  const many = (count: number) =>
    `email\n${Array.from({ length: count }, (_, index) => `reader-${index}@example.com\n`).join('')}`

  test('tells how far it is while it reads, and ends with the same report', async () => {
    const { response, text } = await asEvents(many(2_500), '?dry_run=true')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = text
      .split('\n\n')
      .filter((block) => block.startsWith('data: '))
      .map((block) => JSON.parse(block.slice('data: '.length)) as ImportEvent)
    const end = events.at(-1)
    expect(end).toEqual({ kind: 'end', report: await bring(many(2_500), '?dry_run=true') })
    const steps = events.slice(0, -1).filter((event) => event.kind === 'progress')
    expect(steps).toHaveLength(events.length - 1)
    for (const [place, { rows: read, share }] of steps.entries()) {
      expect(read % 1_000).toBe(0)
      expect(read).toBeGreaterThanOrEqual(steps[place - 1]?.rows ?? 0)
      expect(share).toBeGreaterThanOrEqual(read / 2_501 - 0.1)
      expect(share).toBeLessThanOrEqual(1)
    }
    expect(await subscribed()).toEqual([])
  })

  test('imports to the end when its caller goes away', async () => {
    const init = {
      method: 'POST',
      body: many(2_500),
      headers: { ...(await bearer(admin)), accept: 'text/event-stream' },
    }
    const response = await api().app.request(path, init)
    await response.body?.cancel()
    const ended = () => auditTrail('subscribers_import_ended')
    const left = () => readdirSync(api().context.files.incoming)
    while ((await ended()).length === 0 || left().length > 0) await new Promise(setImmediate)
    expect(await subscribed()).toHaveLength(2_500)
  })

  test('refuses a file that can’t be read in place of any event', async () => {
    const { response, text } = await asEvents('name\nAda\n')
    expect([response.status, (JSON.parse(text) as { code: string }).code]).toEqual([400, 'bad_request'])
    expect((await asEvents('email\n', '?frequency=hourly')).response.status).toBe(400)
    expect(readdirSync(api().context.files.incoming)).toEqual([])
  })

  test('answers 413 to what is too large by its own word', async () => {
    const headers = { ...(await bearer(admin)), 'content-length': String(300 * 1024 * 1024) }
    expect((await api().app.request(path, { method: 'POST', body: 'email', headers })).status).toBe(413)
  })

  test('answers 401 without a session, and 403 to others', async () => {
    expect((await send('POST', path, { body: 'email', headers: { 'content-type': 'text/csv' } })).status).toBe(401)
    expect((await post('email', '', (await anAuthor()).id)).status).toBe(403)
  })
})

async function bearer(id: string): Promise<Record<string, string>> {
  const { openSession } = await import('#testing/api.ts')
  return { authorization: `Bearer ${await openSession(api().context, id)}`, 'content-type': 'text/csv' }
}
