import type { Send, SendPreview, SendReport } from '#contract/sends.ts'
import type { Actor } from '#platform/context.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aStory } from '#testing/factories.ts'
import { aSubscriber, newsletters } from '#testing/newsletters.ts'
import { json } from '#testing/writers.ts'

withApi()

beforeEach(() => {
  api().context.welcomesSubscribers = true
})

const code = 'a code for tests'
const wanted = { code, category: 'fiction', frequency: 'weekly', env: 'prod' }
const begin = (by: Actor | undefined, body: object = {}) =>
  send('POST', '/newsletters/send', { as: by?.id, body: { ...wanted, ...body } })
const recipients = async () => (await newsletters()).map(({ to }) => to).sort()
const act = (by: Actor | undefined, id: string, what: string) =>
  send('POST', `/newsletters/sends/${id}/${what}`, { as: by?.id })
const report = (by: Actor, id: string) => json<SendReport>(get(`/newsletters/sends/${id}`, { as: by.id }))
const begun = async (by: Actor, body: object = {}) => (await json<{ send: string }>(begin(by, body))).send

describe('POST /newsletters/send', () => {
  test('sends the digest of a list to its subscribers of this frequency', async () => {
    const by = await anAdmin()
    const weekly = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await aSubscriber({ category: 'books', frequency: 'weekly' })
    await aStory({ title: 'The lamp', category: 'fiction' })
    await aStory({ title: 'No fiction', category: 'books' })
    const answer = await begin(by)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ message: 'Emails are being sent to all the subscribers!' })
    const [mail, ...others] = await newsletters()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: weekly.email, subject: 'Fiction, this week: The lamp' })
    expect(mail?.text).not.toContain('No fiction')
  })

  test('gives no one a story twice, and no one an empty email', async () => {
    // A Wednesday.
    passTime(Date.UTC(2026, 11, 2, 12) - Date.now())
    api().context.welcomesSubscribers = false
    const by = await anAdmin()
    const early = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aStory({ title: 'First', category: 'fiction' })
    await begin(by)
    expect(await recipients()).toEqual([early.email])
    passTime(6 * dayMs)
    const late = await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await begin(by)
    // Published within the week before the late one subscribed; the early one has had it.
    expect(await recipients()).toEqual([late.email])
    await aStory({ title: 'Second', category: 'fiction', publishedAt: api().context.now() })
    passTime(7 * dayMs)
    await begin(by)
    const sent = await newsletters()
    expect(sent.map(({ to }) => to).sort()).toEqual([early.email, late.email].sort())
    for (const { text } of sent) expect(text).not.toContain('First')
  })

  test('answers 409 to the same list, frequency and period, and sends nothing', async () => {
    const by = await anAdmin()
    await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aStory({ category: 'fiction' })
    await begin(by)
    await newsletters()
    const again = await begin(by)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({
      title: 'Already done or under way',
      error: expect.stringContaining('has already been sent'),
    })
    expect((await begin(by, { frequency: 'daily' })).status).toBe(200)
    expect(await recipients()).toEqual([])
  })

  test('may be sent again in the period if no one got it', async () => {
    const by = await anAdmin()
    await begin(by)
    expect(await recipients()).toEqual([])
    await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aStory({ category: 'fiction' })
    expect((await begin(by)).status).toBe(200)
    expect(await newsletters()).toHaveLength(1)
  })

  test('in test reaches the signed-in administrator alone', async () => {
    const by = await anAdmin({ email: 'admin@example.com' })
    await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aStory({ title: 'The lamp', category: 'fiction' })
    expect((await begin(by, { env: 'test' })).status).toBe(200)
    const sent = await newsletters()
    expect(sent).toEqual([
      expect.objectContaining({ to: 'admin@example.com', subject: '[Test] Fiction, this week: The lamp' }),
    ])
    // There is nothing that an app's button could end; it leads to the page that says what one can have.
    expect(sent[0]?.headers['list-unsubscribe']).toBe('<http://localhost:3000/subscribe>')
    expect(sent[0]?.headers['list-unsubscribe-post']).toBeUndefined()
    expect((await begin(by, { env: 'test' })).status).toBe(409)
    await begin(by)
    expect(await newsletters()).toHaveLength(1)
  })

  test('leaves out who has paused or is suppressed', async () => {
    const by = await anAdmin()
    const paused = await aSubscriber({ category: 'fiction' })
    const suppressed = await aSubscriber({ category: 'fiction' })
    await aStory({ category: 'fiction' })
    await send('PUT', `/newsletters/preferences/${paused.uuid}`, { body: { paused: true } })
    await send('POST', '/newsletters/suppressions', { as: by.id, body: { email: suppressed.email } })
    const id = await begun(by)
    expect(await recipients()).toEqual([])
    expect((await report(by, id)).figures).toMatchObject({ recipients: 0 })
  })

  test('refuses bad input and names the field', async () => {
    const by = await anAdmin()
    const faults = [
      { code: 'wrong' },
      { code: '' },
      { category: 'nothing' },
      { frequency: 'published' },
      { env: 'staging' },
    ]
    for (const fault of faults) {
      const answer = await begin(by, fault)
      expect(answer.status).toBe(400)
      expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual(Object.keys(fault))
    }
  })

  test('refuses guesses of the code after some', async () => {
    const by = await anAdmin()
    for (let guess = 0; guess < 10; guess++) expect((await begin(by, { code: `guess ${guess}` })).status).toBe(400)
    expect((await begin(by)).status).toBe(429)
  })

  test('answers 401 without a session and 403 to anyone but administrators', async () => {
    expect((await begin(undefined)).status).toBe(401)
    expect((await begin(await anAuthor())).status).toBe(403)
  })

  test('answers 503 and names the setting without a code', async () => {
    const by = await anAdmin()
    const { context } = api()
    const { newsletters: before } = context
    context.newsletters = { ...before, sendCode: undefined }
    try {
      const answer = await begin(by)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining('NEWSLETTER_SEND_CODE') })
    } finally {
      context.newsletters = before
    }
  })
})

describe('a send under way', () => {
  async function aSend(by: Actor, count = 3): Promise<string> {
    for (let each = 0; each < count; each++) await aSubscriber({ category: 'fiction', frequency: 'weekly' })
    await aStory({ category: 'fiction' })
    const id = await begun(by)
    await mails()
    return id
  }

  test('is paused, goes on, and its parts always add up', async () => {
    const by = await anAdmin()
    const id = await aSend(by)
    expect((await report(by, id)).figures).toMatchObject({ recipients: 3, queued: 3 })
    expect(await json<Send>(act(by, id, 'pause'))).toMatchObject({ state: 'paused', paused_by: 'operator' })
    expect(await newsletters()).toEqual([])
    await act(by, id, 'pause')
    expect(await json<Send>(act(by, id, 'resume'))).toMatchObject({ state: 'sending' })
    expect(await newsletters()).toHaveLength(3)
    const { figures, state, edition, about } = await report(by, id)
    expect({ state, about }).toEqual({ state: 'done', about: 'Fiction, weekly' })
    expect(figures).toMatchObject({ recipients: 3, sent: 3, queued: 0, sending: 0 })
    expect(edition).not.toBeNull()
    expect((await act(by, id, 'pause')).status).toBe(409)
  })

  test('is cancelled for good; what had not gone out counts as cancelled, and the period is free again', async () => {
    const by = await anAdmin()
    const id = await aSend(by)
    expect(await json<Send>(act(by, id, 'cancel'))).toMatchObject({ state: 'cancelled', figures: { cancelled: 3 } })
    expect(await newsletters()).toEqual([])
    expect((await act(by, id, 'resume')).status).toBe(409)
    await begin(by)
    expect(await newsletters()).toHaveLength(3)
  })

  test('is cancelled while its recipients are still written down', async () => {
    const by = await anAdmin()
    await aSubscriber({ category: 'fiction' })
    await aStory({ category: 'fiction' })
    const id = await begun(by)
    expect(await json<Send>(act(by, id, 'cancel'))).toMatchObject({ state: 'cancelled' })
    expect(await newsletters()).toEqual([])
    expect((await report(by, id)).figures).toMatchObject({ sent: 0, queued: 0 })
  })

  test('answers 404 for an unknown one, 403 to anyone else, 401 without a session', async () => {
    const by = await anAdmin()
    const id = await aSend(by, 1)
    const other = await anAuthor()
    for (const what of ['pause', 'resume', 'cancel']) {
      expect((await act(by, '00000000-0000-4000-8000-000000000000', what)).status).toBe(404)
      expect((await act(other, id, what)).status).toBe(403)
      expect((await act(undefined, id, what)).status).toBe(401)
    }
    for (const path of ['sends', `sends/${id}`, `sends/${id}/recipients?state=failed`]) {
      expect((await get(`/newsletters/${path}`)).status).toBe(401)
      expect((await get(`/newsletters/${path}`, { as: other.id })).status).toBe(403)
    }
    expect((await get('/newsletters/sends/nothing', { as: by.id })).status).toBe(404)
  })

  test('is listed with the others, newest first, by pages', async () => {
    const by = await anAdmin()
    for (const category of ['fiction', 'books', 'technology']) await begin(by, { category })
    const first = await get('/newsletters/sends?limit=2', { as: by.id })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await get(next, { as: by.id })
    const lists = [...(await json<Send[]>(first)), ...(await json<Send[]>(second))].map(({ category }) => category)
    expect(lists).toEqual(['technology', 'books', 'fiction'])
  })

  test('says who did not get it and why', async () => {
    const by = await anAdmin()
    const id = await aSend(by, 2)
    await newsletters({
      answer: () => ({ kind: 'refused', command: 'RCPT TO', code: 550, text: '550 5.1.1 No such user' }),
    })
    const { figures, reasons } = await report(by, id)
    expect(figures).toMatchObject({ recipients: 2, bounced: 2 })
    expect(reasons).toEqual([{ state: 'bounced', reason: 'Refused by the mail server', count: 2 }])
    const one = await get(`/newsletters/sends/${id}/recipients?state=bounced&limit=1`, { as: by.id })
    expect(one.headers.get('link')).toContain('rel="next"')
    expect(await one.json()).toEqual([
      expect.objectContaining({
        state: 'bounced',
        answer: '550 5.1.1 No such user',
        email: expect.stringContaining('@'),
      }),
    ])
  })
})

describe('POST /newsletters/send/preview', () => {
  const preview = (by: Actor | undefined, body: object = {}) =>
    send('POST', '/newsletters/send/preview', {
      as: by?.id,
      body: { category: 'fiction', frequency: 'weekly', ...body },
    })

  test('says to how many it goes and shows the email, and sends nothing', async () => {
    const by = await anAdmin()
    await aSubscriber({ category: 'fiction' })
    const paused = await aSubscriber({ category: 'fiction' })
    await send('PUT', `/newsletters/preferences/${paused.uuid}`, { body: { paused: true } })
    await aStory({ title: 'The lamp', category: 'fiction' })
    const shown = await json<SendPreview>(preview(by))
    expect(shown).toMatchObject({ recipients: 2, paused: 1, receiving: 1, sent_already: false, stories: 1 })
    expect(shown.subject).toBe('Fiction, this week: The lamp')
    expect(shown.html).toContain('The lamp')
    expect(shown.html).not.toContain('.invalid/')
    expect(shown.bytes).toBe(Buffer.byteLength(shown.html))
    expect(shown.findings.length).toBeGreaterThan(3)
    expect(await newsletters()).toEqual([])
  })

  test('says how many would get an email: as many as a send now has recipients', async () => {
    const by = await anAdmin({ emailProvenAt: new Date() })
    const both = { following_author: by.id, frequency: 'published' } as const
    await aSubscriber({ category: 'fiction' }, both)
    expect(await json<SendPreview>(preview(by))).toMatchObject({ recipients: 1, receiving: 0 })
    await aStory({ by, category: 'fiction', sendNewsletter: true })
    await newsletters()
    // The one who follows the author has had the story.
    expect(await json<SendPreview>(preview(by))).toMatchObject({ recipients: 1, receiving: 0, stories: 1 })
    // A welcome tells of it as well.
    await aSubscriber({ category: 'fiction' })
    expect(await json<SendPreview>(preview(by))).toMatchObject({ recipients: 2, receiving: 0 })
    api().context.welcomesSubscribers = false
    await aSubscriber({ category: 'fiction' })
    expect(await json<SendPreview>(preview(by))).toMatchObject({ recipients: 3, receiving: 1 })
    const id = await begun(by)
    await newsletters()
    expect((await report(by, id)).figures).toMatchObject({ recipients: 1, sent: 1 })
  })

  test('shows no email if the list has no stories', async () => {
    expect(await json<SendPreview>(preview(await anAdmin()))).toMatchObject({ stories: 0, html: '' })
  })

  test('refuses bad input, no session and anyone but administrators', async () => {
    const by = await anAdmin()
    expect((await preview(by, { category: 'nothing' })).status).toBe(400)
    expect((await preview(by, { frequency: 'hourly' })).status).toBe(400)
    expect((await preview(undefined)).status).toBe(401)
    expect((await preview(await anAuthor())).status).toBe(403)
  })
})

describe('the archive', () => {
  test('lists what was sent, and shows its stories as they are public today', async () => {
    const by = await anAdmin()
    await aSubscriber({ category: 'fiction' })
    const { slug } = await aStory({ by, title: 'The lamp', category: 'fiction' })
    const { slug: gone } = await aStory({ by, title: 'Gone', category: 'fiction' })
    await begin(by)
    expect(await (await get('/newsletters/archive')).json()).toEqual([])
    const [mail] = await newsletters()
    const list = await get('/newsletters/archive')
    const [edition] = (await list.json()) as { id: string; about: string }[]
    expect(edition).toMatchObject({ about: 'Fiction, weekly', subject: 'Fiction, this week: Gone' })
    expect(mail?.text).toContain(`http://localhost:3000/newsletters/${edition?.id}`)
    await send('POST', `/contents/${gone}/unpublish`, { as: by.id, body: {} })
    const one = await get(`/newsletters/archive/${edition?.id}`)
    expect(await one.json()).toMatchObject({ stories: [{ slug, title: 'The lamp' }] })
    await send('POST', `/contents/${slug}/unpublish`, { as: by.id, body: {} })
    expect((await get(`/newsletters/archive/${edition?.id}`)).status).toBe(404)
  })

  test('answers 404 for an unsent edition, and 400 for a foreign cursor', async () => {
    expect((await get('/newsletters/archive/nothing')).status).toBe(404)
    expect((await get('/newsletters/archive/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await get('/newsletters/archive?cursor=nonsense')).status).toBe(400)
  })

  test('does not list a test', async () => {
    const by = await anAdmin()
    await aStory({ category: 'fiction' })
    await begin(by, { env: 'test' })
    const [mail] = await newsletters()
    expect(await (await get('/newsletters/archive')).json()).toEqual([])
    const [, id] = /localhost:3000\/newsletters\/(\S+)/.exec(mail?.text ?? '') ?? []
    expect(await json(get(`/newsletters/archive/${id}`))).toMatchObject({ listed: false })
  })

  test('lists of each send the edition with the most stories; the others are found by their link', async () => {
    const by = await anAdmin({ emailProvenAt: new Date() })
    const had = await aSubscriber({ category: 'fiction' }, { following_author: by.id, frequency: 'published' })
    await aSubscriber({ category: 'fiction' })
    await aStory({ by, category: 'fiction', sendNewsletter: true })
    await newsletters()
    await aStory({ category: 'fiction' })
    await begin(by)
    const editions = (await newsletters()).map(({ to, text }) => ({
      isSmaller: to === had.email,
      id: /localhost:3000\/newsletters\/(\S+)/.exec(text)?.[1],
    }))
    expect(editions).toHaveLength(2)
    for (const { isSmaller, id } of editions) {
      expect(await json(get(`/newsletters/archive/${id}`))).toMatchObject({ listed: !isSmaller })
    }
  })
})
