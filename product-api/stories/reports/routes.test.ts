import type { ReportedStory } from '#contract/reports.ts'
import type { Challenge } from '#contract/subscription-schemas.ts'
import type { Actor } from '#platform/context.ts'
import { auditTrail, dayMs, passTime } from '#testing/accounts.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'
import { solve } from '#testing/subscriptions.ts'
import { forgetDecidedReports } from './decide-reports.ts'

withApi()

const thanks = { message: 'Thank you. An administrator will look at this story.' }
const report = (id: string, ask: { as?: string; from?: string } = {}, body: object = { reason: 'spam' }) =>
  send('POST', `/contents/${id}/report`, {
    as: ask.as,
    ...(ask.from && { headers: { 'x-forwarded-for': ask.from } }),
    body,
  })
const solution = async () => solve((await (await get('/newsletters/challenge')).json()) as Challenge)
const asVisitor = async (id: string, from = '192.0.2.9') =>
  report(id, { from }, { reason: 'spam', altcha: await solution() })
const list = async (as: Actor, query = '') =>
  (await (await get(`/reports${query}`, { as: as.id })).json()) as ReportedStory[]
const decide = (as: Actor, id: string, decision: string, newest_at = api().context.now().toISOString()) =>
  send('POST', `/reports/${id}/decide`, { as: as.id, body: { decision, newest_at } })
const rows = async () => (await api().pool.query('select * from story_reports')).rows

describe('POST /contents/:id/report', () => {
  test('reports a story by its id or slug, with a note in one line', async () => {
    const [admin, reader, other] = [await anAdmin(), await anAuthor({ name: 'Ann' }), await anAuthor({ name: 'Ben' })]
    const { id, slug } = await aStory({ title: 'The lamp' })
    const first = await report(id, { as: reader.id })
    expect([first.status, await first.json()]).toEqual([200, thanks])
    passTime(1_000)
    await report(slug, { as: other.id }, { reason: 'copied', note: ' From\n\tmy  own\u202e site ' })
    expect(await list(admin)).toEqual([
      {
        ...{ _id: id, slug, title: 'The lamp', count: 2, newest_at: expect.any(String) },
        author: { uuid: expect.any(String), name: expect.any(String), is_suspended: false },
        ...{ text: 'The lamp turns all night. Nobody on the island sleeps.', is_whole: true },
        reports: [
          {
            reason: 'copied',
            note: 'From my own site',
            at: expect.any(String),
            reporter: { uuid: other.id, name: 'Ben' },
          },
          { reason: 'spam', note: '', at: expect.any(String), reporter: { uuid: reader.id, name: 'Ann' } },
        ],
      },
    ])
  })

  test('counts one report of a person about a story, and says the same', async () => {
    const [reader, { id }] = [await anAuthor(), await aStory()]
    for (const reason of ['spam', 'hate']) {
      const answer = await report(id, { as: reader.id }, { reason })
      expect([answer.status, await answer.json()]).toEqual([200, thanks])
    }
    expect(await rows()).toMatchObject([{ reason: 'spam' }])
  })

  test('takes a visitor’s with the solution of a challenge, once for each network, and stores no address', async () => {
    const { id } = await aStory()
    const refused = await report(id, { from: '192.0.2.9' })
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'challenge_needed'])
    const altcha = await solution()
    const body = { reason: 'spam', altcha }
    expect((await report(id, { from: '192.0.2.9' }, body)).status).toBe(200)
    // A solution is accepted once.
    expect((await report(id, { from: '192.0.2.10' }, body)).status).toBe(403)
    expect((await asVisitor(id)).status).toBe(200)
    expect((await asVisitor(id, '192.0.2.10')).status).toBe(200)
    expect(await rows()).toHaveLength(2)
    expect(JSON.stringify(await rows())).not.toContain('192.0.2')
  })

  test('refuses bad input by its field', async () => {
    const [reader, { id }] = [await anAuthor(), await aStory()]
    for (const [body, field] of [
      [{}, 'reason'],
      [{ reason: 'because' }, 'reason'],
      [{ reason: 'other', note: 'x'.repeat(301) }, 'note'],
      [{ reason: 'other', note: 'x'.repeat(8_000) }, 'note'],
      [{ reason: 'other', altcha: 'x'.repeat(8_000) }, 'altcha'],
    ] as const) {
      const answer = await report(id, { as: reader.id }, body)
      expect([answer.status, (await answer.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    expect((await report(id, { as: reader.id }, { reason: 'other', note: 'x'.repeat(300) })).status).toBe(200)
  })

  test('answers 404 for what is not public, and 409 to its author', async () => {
    const [reader, by] = [await anAuthor(), await anAuthor()]
    const draft = await aStory({ isDraft: true, by })
    for (const id of [draft.id, 'no-such-story']) expect((await report(id, { as: reader.id })).status).toBe(404)
    const { id } = await aStory({ by })
    expect((await report(id, { as: by.id })).status).toBe(409)
    await send('DELETE', `/contents/${id}`, { as: by.id })
    expect((await report(id, { as: reader.id })).status).toBe(404)
  })

  test('limits reports of one person and of one network to twenty a day', async () => {
    const reader = await anAuthor()
    const { id } = await aStory()
    for (let count = 0; count < 20; count++) expect((await report(id, { as: reader.id })).status).toBe(200)
    const refused = await report(id, { as: reader.id })
    expect([refused.status, (await refused.json()).detail]).toEqual([
      429,
      expect.stringContaining('many stories today'),
    ])
    expect((await report(id, { as: (await anAuthor()).id })).status).toBe(200)
    for (let count = 0; count < 20; count++) expect((await asVisitor(id)).status).toBe(200)
    expect((await asVisitor(id)).status).toBe(429)
    expect((await asVisitor(id, '192.0.2.10')).status).toBe(200)
  })
})

describe('GET /reports', () => {
  test('lists each story once, the last reported first, by pages', async () => {
    const [admin, reader, other] = [await anAdmin(), await anAuthor(), await anAuthor()]
    const titles = ['one', 'two', 'three']
    const stories = []
    for (const title of titles) stories.push(await aStory({ title }))
    for (const [{ id }, as] of [...stories.map((story) => [story, reader] as const), [stories[0], other] as const].map(
      ([story, { id: as }]) => [story ?? { id: '' }, as] as const,
    )) {
      passTime(1_000)
      await report(id, { as })
    }
    expect((await list(admin)).map(({ title, count }) => [title, count])).toEqual([
      ['one', 2],
      ['three', 1],
      ['two', 1],
    ])
    const first = await get('/reports?limit=2', { as: admin.id })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await get(next, { as: admin.id })).json()).toMatchObject([{ title: 'two' }])
    expect((await get('/reports?cursor=abc', { as: admin.id })).status).toBe(400)
  })

  test('shows the beginning of a long text and the newest twenty reports', async () => {
    const admin = await anAdmin()
    const { id } = await aStory({ content: `<p>${'word '.repeat(3_000)}</p>` })
    for (let count = 0; count < 22; count++) await report(id, { as: (await anAuthor()).id })
    const [story] = await list(admin)
    expect([story?.text.length, story?.is_whole, story?.count, story?.reports.length]).toEqual([6_000, false, 22, 20])
  })

  test('a deleted story’s reports are gone, also if it is restored; an unpublished one is not listed', async () => {
    const [admin, by, reader] = [await anAdmin(), await anAuthor(), await anAuthor()]
    const { id } = await aStory({ by })
    await report(id, { as: reader.id })
    await send('POST', `/contents/${id}/unpublish`, { as: by.id, body: {} })
    expect(await list(admin)).toEqual([])
    await send('PUT', `/contents/${id}`, { as: by.id, body: { isDraft: false } })
    expect(await list(admin)).toHaveLength(1)
    await send('DELETE', `/contents/${id}`, { as: by.id })
    await send('POST', `/contents/${id}/undelete`, { as: admin.id })
    expect([await list(admin), await rows()]).toEqual([[], []])
  })
})

describe('POST /reports/:id/decide', () => {
  async function reported() {
    const [admin, by, reader] = [await anAdmin(), await anAuthor({ name: 'Ada' }), await anAuthor()]
    const { id } = await aStory({ by, title: 'The lamp' })
    await report(id, { as: reader.id })
    return { admin, by, id }
  }

  test.each([
    ['dismiss', 'dismissed', 200, null],
    ['unpublish', 'unpublished', 404, null],
    ['suspend', 'suspended', 200, 'Reports about “The lamp”'],
  ])('%s: the queue is empty, and the audit has it', async (decision, said, publicStatus, reason) => {
    const { admin, by, id } = await reported()
    const answer = await decide(admin, id, decision)
    expect([answer.status, (await answer.json()).message]).toEqual([200, expect.any(String)])
    expect(await list(admin)).toEqual([])
    expect(await rows()).toMatchObject([{ decision: said, decided_by: admin.id }])
    expect((await get(`/contents/${id}`)).status).toBe(publicStatus)
    const { rows: people } = await api().pool.query('select suspended_reason from users where id = $1', [by.id])
    expect(people).toEqual([{ suspended_reason: reason }])
    expect(await auditTrail('story_reports_decided')).toMatchObject([
      { actor_id: admin.id, user_id: by.id, details: { story: id, title: 'The lamp', decision: said, reports: '1' } },
    ])
    expect(await auditTrail('user_suspended')).toHaveLength(reason ? 1 : 0)
    expect(api().sent).toEqual([])
  })

  test('of two administrators the first decides', async () => {
    const { admin, id } = await reported()
    const other = await anAdmin()
    const answers = await Promise.all([decide(admin, id, 'dismiss'), decide(other, id, 'unpublish')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await auditTrail('story_reports_decided')).toHaveLength(1)
    expect((await decide(other, id, 'dismiss')).status).toBeGreaterThanOrEqual(404)
  })

  test('leaves reports open that came later than those that were seen', async () => {
    const { admin, id } = await reported()
    const [{ newest_at } = { newest_at: '' }] = await list(admin)
    passTime(1_000)
    await report(id, { as: (await anAuthor()).id }, { reason: 'hate' })
    expect((await decide(admin, id, 'dismiss', newest_at)).status).toBe(200)
    expect(await list(admin)).toMatchObject([{ count: 1, reports: [{ reason: 'hate' }] }])
  })

  test('a story that was decided about can be reported again by the same person', async () => {
    const { admin, by, id } = await reported()
    const reader = await anAuthor()
    await report(id, { as: reader.id })
    expect((await decide(admin, id, 'dismiss')).status).toBe(200)
    await send('PUT', `/contents/${id}`, { as: by.id, body: { content: '<p>Much worse.</p>' } })
    passTime(1_000)
    await report(id, { as: reader.id }, { reason: 'hate' })
    expect(await list(admin)).toMatchObject([{ count: 1, reports: [{ reason: 'hate' }] }])
  })

  test('an author who is suspended already stays so; an administrator can’t suspend themselves', async () => {
    const { admin, by, id } = await reported()
    await send('POST', `/users/${by.id}/suspend`, { as: admin.id, body: { reason: 'Before' } })
    expect((await decide(admin, id, 'suspend')).status).toBe(200)
    const { id: own } = await aStory({ by: admin })
    await report(own, { as: (await anAuthor()).id })
    const refused = await decide(admin, own, 'suspend')
    expect([refused.status, (await refused.json()).detail]).toEqual([409, "You can't suspend your own account."])
    expect(await list(admin)).toHaveLength(1)
  })

  test('refuses bad input by its field, and a story that is not there', async () => {
    const { admin, id } = await reported()
    for (const [body, field] of [
      [{ newest_at: new Date().toISOString() }, 'decision'],
      [{ decision: 'ban', newest_at: new Date().toISOString() }, 'decision'],
      [{ decision: 'dismiss' }, 'newest_at'],
      [{ decision: 'dismiss', newest_at: '0000-01-01T00:00:00Z' }, 'newest_at'],
      [{ decision: 'dismiss', newest_at: 'x'.repeat(8_000) }, 'newest_at'],
    ] as const) {
      const answer = await send('POST', `/reports/${id}/decide`, { as: admin.id, body })
      expect([answer.status, (await answer.json()).fields[field]]).toEqual([400, expect.any(String)])
    }
    for (const missing of [(await anAuthor()).id, 'x'])
      expect((await decide(admin, missing, 'dismiss')).status).toBe(404)
  })
})

test('the queue’s calls answer 401 without a session and 403 to others', async () => {
  const { id } = await aStory()
  const other = await anAuthor()
  const body = { decision: 'dismiss', newest_at: new Date().toISOString() }
  for (const ask of [
    (as?: string) => get('/reports', { as }),
    (as?: string) => send('POST', `/reports/${id}/decide`, { as, body }),
  ]) {
    expect([(await ask()).status, (await ask(other.id)).status]).toEqual([401, 403])
  }
})

test('reports are forgotten 180 days after they were decided; open ones stay', async () => {
  const [admin, reader] = [await anAdmin(), await anAuthor()]
  const [{ id: open }, { id: done }] = [await aStory(), await aStory()]
  for (const id of [open, done]) await report(id, { as: reader.id })
  await decide(admin, done, 'dismiss')
  passTime(179 * dayMs)
  await forgetDecidedReports(api().context)
  expect(await rows()).toHaveLength(2)
  passTime(2 * dayMs)
  await forgetDecidedReports(api().context)
  expect(await rows()).toMatchObject([{ content_id: open }])
})
