import { transaction } from '#platform/db/transaction.ts'
import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson } from '#testing/factories.ts'
import { subscribe } from '#testing/subscriptions.ts'

withApi()

const email = 'reader@example.com'
const ask = (category = 'books', as?: string) => subscribe({ email, category }, as)
const open = (path: string) => get(path, { headers: { accept: 'application/json' } })

/** The uuids in the latest email's links, to confirm and to refuse with. */
async function links(): Promise<{ confirm: string; refuse: string | undefined }> {
  const text = (await mails({ later: true })).at(-1)?.text ?? ''
  const uuidAfter = (path: string) => new RegExp(`^http://localhost:3000${path}/([\\w-]{36})$`, 'm').exec(text)?.[1]
  return { confirm: uuidAfter('/subscription/confirmation') ?? '', refuse: uuidAfter('/subscription/unsubscribe') }
}

/** How long after the last mail the next one goes out. */
async function plannedPauseMs(): Promise<number> {
  const { rows } = await api().pool.query('select asked_at, mailed_at from subscribers')
  return rows[0].asked_at - rows[0].mailed_at
}

/** Asks again, and lets so much time pass that the email goes out. */
async function askInVain(): Promise<number> {
  await ask()
  const pauseMs = await plannedPauseMs()
  passTime(pauseMs)
  await mails({ later: true })
  return pauseMs
}

describe('the job ask-to-confirm', () => {
  test('twice sends one email', async () => {
    await ask()
    await mails()
    const { context, pool } = api()
    const { rows } = await pool.query('select id from subscribers')
    await transaction(context.db, (tx) => context.queue.enqueue(tx, 'ask-to-confirm', { subscriberId: rows[0].id }))
    expect(await mails()).toHaveLength(1)
  })

  test('tells nothing to a reader who left in the meantime', async () => {
    const by = await anAuthor()
    await subscribe({ email, following_author: by.id })
    await api().pool.query('update subscriptions set ended_at = now()')
    expect(await mails()).toEqual([])
  })
})

describe('an address that does not answer', () => {
  test('is asked ever more rarely: after an hour, a day, a week, and then a month each', async () => {
    await ask()
    await mails()
    const pauses: number[] = []
    for (let count = 0; count < 5; count++) pauses.push(await askInVain())
    expect(pauses).toEqual([hourMs, dayMs, 7 * dayMs, 30 * dayMs, 30 * dayMs])
    expect(await mails()).toHaveLength(6)
  })

  test('is not asked before, and once for everything then', async () => {
    await ask()
    await mails()
    await askInVain()
    passTime(23 * hourMs)
    for (const category of ['books', 'fiction', 'technology']) await ask(category)
    expect(await mails()).toHaveLength(2)
    passTime(hourMs)
    const [, , third, ...more] = await mails({ later: true })
    expect(third?.text).toMatch(/Book essays, weekly[\s\S]*Fiction, weekly[\s\S]*Technology, weekly/)
    expect(more).toEqual([])
  })

  test('counts an email that has not gone out yet', async () => {
    await ask()
    await mails()
    await ask()
    passTime(2 * hourMs)
    await ask()
    const { rows } = await api().pool.query('select asked_at - mailed_at as pause from subscribers')
    expect(rows[0].pause).toMatchObject({ days: 1, hours: 1 })
  })

  test('is as new once something is confirmed by an email’s link', async () => {
    await ask()
    await mails()
    for (let count = 0; count < 2; count++) await askInVain()
    expect((await open(`/newsletters/confirm/${(await links()).confirm}`)).status).toBe(200)
    await ask('fiction')
    expect(await plannedPauseMs()).toBe(hourMs)
  })

  test('is as new once its proven owner subscribes', async () => {
    const me = await aProvenPerson({ email })
    await ask()
    await mails()
    for (let count = 0; count < 2; count++) await askInVain()
    await ask('technology', me.id)
    await ask('fiction')
    expect(await plannedPauseMs()).toBe(hourMs)
  })

  test('need not wait for an email that was planned before it answered', async () => {
    await ask()
    const { confirm } = await links()
    for (let count = 0; count < 3; count++) await askInVain()
    await ask('fiction')
    await open(`/newsletters/confirm/${confirm}`)
    passTime(hourMs)
    await ask('technology')
    expect((await mails()).at(-1)?.text).toContain('Technology, weekly')
  })
})

describe('a confirmation that nothing needs any more', () => {
  test('makes the next one wait for nothing: no email went out', async () => {
    await ask()
    await api().pool.query('update subscriptions set ended_at = now()')
    expect(await mails()).toEqual([])
    await ask('fiction')
    expect(await mails()).toHaveLength(1)
  })
})

describe('an address whose owner refuses to be asked', () => {
  const refuse = async (query = '') => open(`/newsletters/unsubscribe/${(await links()).refuse}${query}`)

  test('ends everything that waits by the email’s second link, and gets no email by strangers', async () => {
    for (const category of ['books', 'fiction']) await ask(category)
    expect(await (await refuse()).json()).toEqual({ message: 'You have been unsubscribed.' })
    const { rows } = await api().pool.query('select 1 from subscriptions where ended_at is null')
    expect(rows).toEqual([])
    const answers = [await ask(), await subscribe({ email: 'new@example.com' })]
    const said = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))
    expect(said[0]).toEqual(said[1])
    passTime(hourMs)
    const asked = async () => (await mails({ later: true })).filter(({ to }) => to.address === email).length
    expect(await asked()).toBe(1)
    passTime(179 * dayMs)
    await ask('technology')
    expect(await asked()).toBe(1)
    passTime(2 * dayMs)
    await ask('technology')
    expect(await asked()).toBe(2)
  })

  test('gets no email that was planned before either', async () => {
    await ask()
    const { refuse: uuid } = await links()
    await ask('fiction')
    await open(`/newsletters/unsubscribe/${uuid}?all=true`)
    await ask('fiction')
    passTime(hourMs)
    expect(await mails({ later: true })).toHaveLength(1)
  })

  test('may be asked again once it is proven and its owner subscribes', async () => {
    await ask()
    await refuse()
    const me = await aProvenPerson({ email })
    await ask('technology', me.id)
    await ask('fiction')
    passTime(hourMs)
    expect(await mails({ later: true })).toHaveLength(2)
  })

  test('ends everything that waits though the link’s own ended otherwise, and is asked no more', async () => {
    await ask()
    await ask('fiction')
    const uuid = (await links()).refuse
    await api().pool.query("update subscriptions set ended_at = now() where category = 'books'")
    const facts = async () => (await get(`/newsletters/subscription/${uuid}`)).json()
    expect(await facts()).toMatchObject({ ended: true, refusable: true })
    expect((await open(`/newsletters/unsubscribe/${uuid}`)).status).toBe(200)
    expect(await facts()).toMatchObject({ ended: true, refusable: false })
    const { rows } = await api().pool.query('select 1 from subscriptions where ended_at is null')
    expect(rows).toEqual([])
    passTime(hourMs)
    await ask('technology')
    expect(await mails({ later: true })).toHaveLength(1)
    passTime(181 * dayMs)
    expect(await facts()).toMatchObject({ ended: true, refusable: true })
  })

  test('takes that back by the same email’s first link: what it names is confirmed, and nothing else', async () => {
    for (const category of ['books', 'fiction']) await ask(category)
    const { confirm, refuse: uuid } = await links()
    await open(`/newsletters/unsubscribe/${uuid}`)
    await ask('technology')
    const answer = await open(`/newsletters/confirm/${confirm}`)
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Your subscription is confirmed.' }])
    expect(await (await get(`/newsletters/subscription/${confirm}`)).json()).toMatchObject({
      confirmed: true,
      ended: false,
      refusable: false,
    })
    const { rows } = await api().pool.query(
      'select category, confirmed_at is not null as confirmed, ended_at is not null as ended from subscriptions order by id',
    )
    expect(rows).toEqual([
      { category: 'books', confirmed: true, ended: false },
      { category: 'fiction', confirmed: false, ended: true },
      { category: 'technology', confirmed: false, ended: false },
    ])
    passTime(hourMs)
    await ask('all')
    expect(await mails()).toHaveLength(2)
  })

  test('is not one that gets emails: its owner is a reader, and their email offers no refusal', async () => {
    await ask()
    await open(`/newsletters/confirm/${(await links()).confirm}`)
    passTime(hourMs)
    await ask('fiction')
    const { confirm, refuse: none } = await links()
    expect(none).toBeUndefined()
    expect((await open(`/newsletters/unsubscribe/${confirm}`)).status).toBe(200)
    passTime(hourMs)
    await ask('fiction')
    expect(await mails()).toHaveLength(3)
  })

  test('is not one that ended what it had confirmed', async () => {
    await ask()
    const { confirm } = await links()
    await open(`/newsletters/confirm/${confirm}`)
    await open(`/newsletters/unsubscribe/${confirm}`)
    await ask()
    passTime(hourMs)
    expect(await mails({ later: true })).toHaveLength(2)
  })
})
