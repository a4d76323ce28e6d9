import { linkToken } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor, aPublication } from '#testing/factories.ts'
import { categoriesOf, subscribe, subscriptionsOf } from '#testing/subscriptions.ts'

withApi()

const email = 'me@example.com'
const books = { email, category: 'books' }
const asJson = { accept: 'application/json' }

/** The link of the latest email that asks this address to confirm. */
async function confirmLink(to = email): Promise<string> {
  const texts = (await mails()).filter((mail) => mail.to.address === to).map(({ text }) => text)
  const found = texts.map((text) => /confirmation\/([\w-]{36})$/m.exec(text)?.[1]).findLast(Boolean)
  if (!found) throw new Error('No email asks to confirm')
  return found
}

const confirm = (uuid: string, as?: string) => get(`/newsletters/confirm/${uuid}`, { as, headers: asJson })
const unfollow = async (authorUuid: string, as: string) =>
  (await send('DELETE', '/newsletters/unsubscribe/author', { body: { authorUuid, userEmail: email }, as })).json()
const end = (body: object, as?: string, of = email) =>
  send('DELETE', `/newsletters/subscriptions/${encodeURIComponent(of)}`, { body, as })
const proveByMail = async (as: string) => {
  const token = await linkToken('/confirm-email/')
  return send('POST', '/users/confirm-email', { body: { token }, as })
}
const isProven = async (as: string) => (await (await get('/users/current_user', { as })).json()).email_proven
/** E.g. `books confirmed`, as an administrator sees the address. */
async function stateOf(of = email): Promise<string[]> {
  const list = await subscriptionsOf(of, (await anAdmin()).id)
  return list.map(({ category, confirmed }) => `${category ?? 'author'} ${confirmed ? 'confirmed' : 'waits'}`).sort()
}

/** Subscribes the address as its owner does without an account. */
async function confirmedWithoutAccount(body: object): Promise<void> {
  await subscribe({ email, ...body })
  await confirm(await confirmLink())
}

describe('the link of an email that asks to confirm', () => {
  test('opened while signed in to the account of its address, proves the address and keeps the follow', async () => {
    const [me, wanda] = [await anAuthor({ email }), await anAuthor({ name: 'Wanda' })]
    await subscribe({ email, following_author: wanda.id }, me.id)
    expect((await confirm(await confirmLink(), me.id)).status).toBe(200)
    expect(await isProven(me.id)).toBe(true)
    expect(await subscriptionsOf(email, me.id)).toMatchObject([{ following_author: wanda.id, confirmed: true }])
    expect(await unfollow(wanda.id, me.id)).toEqual({ message: 'You no longer follow this author.' })
    expect(await subscriptionsOf(email, me.id)).toEqual([])
  })

  test('proves it as well where it was confirmed before, elsewhere', async () => {
    const me = await anAuthor({ email })
    await subscribe(books, me.id)
    const link = await confirmLink()
    await confirm(link)
    expect(await isProven(me.id)).toBe(false)
    await confirm(link, me.id)
    expect(await isProven(me.id)).toBe(true)
  })

  test('proves nothing to another account, nor by a link that newsletters carry', async () => {
    const [me, other, admin] = [await anAuthor({ email }), await anAuthor(), await anAdmin()]
    await subscribe(books)
    const link = await confirmLink()
    await confirm(link, other.id)
    const [row] = await subscriptionsOf(email, admin.id)
    expect(row?.uuid).not.toBe(link)
    await confirm(row?.uuid ?? '', me.id)
    await get(`/newsletters/unsubscribe/${row?.uuid}`, { as: me.id, headers: asJson })
    expect([await isProven(me.id), await isProven(other.id)]).toEqual([false, false])
  })
})

describe('an account that has not proven its address', () => {
  test('sees its own requests, pending and confirmed, without a link, and ends them', async () => {
    const [me, wanda] = [await anAuthor({ email }), await anAuthor()]
    const publication = await aPublication({ by: wanda })
    const wanted = [{ category: 'books' }, { following_author: wanda.id }, { following_publication: publication.slug }]
    for (const about of wanted) await subscribe({ email, ...about }, me.id)
    for (const confirmed of [false, true]) {
      if (confirmed) await confirm(await confirmLink())
      const list = await subscriptionsOf(email, me.id)
      expect(list.map((row) => [row.uuid, row.confirmed])).toEqual(wanted.map(() => ['', confirmed]))
    }
    for (const about of wanted) expect((await end(about, me.id)).status).toBe(200)
    expect(await subscriptionsOf(email, me.id)).toEqual([])
    expect(await stateOf()).toEqual([])
  })

  test('neither sees nor ends subscriptions that others requested, nor learns that they exist', async () => {
    const [stranger, wanda] = [await anAuthor({ email }), await anAuthor()]
    await confirmedWithoutAccount({ category: 'books', following_author: wanda.id })
    await subscribe({ email, category: 'fiction' })
    expect(await subscriptionsOf(email, stranger.id)).toEqual([])
    const answers = [
      await (await end({ category: 'books' }, stranger.id)).json(),
      await (await end({ category: 'technology' }, stranger.id)).json(),
      await unfollow(wanda.id, stranger.id),
    ]
    expect(new Set(answers.map(({ message }) => message))).toEqual(
      new Set([expect.stringContaining('We’ve taken back what you asked for here.')]),
    )
    expect(await stateOf()).toEqual(['author confirmed', 'books confirmed', 'fiction waits'])
  })

  test.each(['confirmed', 'waiting'])('asks for what is %s already as for anything else', async (state) => {
    const stranger = await anAuthor({ email })
    if (state === 'confirmed') await confirmedWithoutAccount({ category: 'books', frequency: 'daily' })
    else await subscribe({ ...books, frequency: 'daily' })
    const before = await stateOf()
    const told = await (await subscribe(books, stranger.id)).json()
    const toldOfNew = await (await subscribe({ email, category: 'fiction' }, stranger.id)).json()
    expect(told).toEqual(toldOfNew)
    const list = await subscriptionsOf(email, stranger.id)
    expect(list.map(({ about, confirmed, uuid }) => [about, confirmed, uuid]).sort()).toEqual([
      ['Book essays, weekly', false, ''],
      ['Fiction, weekly', false, ''],
    ])
    for (const category of ['books', 'fiction']) await end({ category }, stranger.id)
    expect(await subscriptionsOf(email, stranger.id)).toEqual([])
    expect(await stateOf()).toEqual(before)
  })

  test('may no longer end a subscription that the owner of the address requests as well', async () => {
    const stranger = await anAuthor({ email })
    await subscribe(books, stranger.id)
    await confirmedWithoutAccount({ category: 'books' })
    expect(await subscriptionsOf(email, stranger.id)).toMatchObject([{ category: 'books', confirmed: false }])
    await end({ category: 'books' }, stranger.id)
    expect(await stateOf()).toEqual(['books confirmed'])
  })

  test('gets a link that proves the address where it asks for what the address has, and then sees everything', async () => {
    await confirmedWithoutAccount({ category: 'books' })
    const me = await anAuthor({ email })
    await subscribe(books, me.id)
    expect((await proveByMail(me.id)).status).toBe(200)
    expect(await subscriptionsOf(email, me.id)).toMatchObject([{ category: 'books', confirmed: true }])
    expect((await end({ category: 'books' }, me.id)).status).toBe(200)
    expect(await stateOf()).toEqual([])
  })

  test('gets what it asked for once the address is proven, and nothing that others asked for', async () => {
    const me = await anAuthor({ email })
    await subscribe(books, me.id)
    await subscribe({ email, category: 'fiction' })
    await send('POST', '/users/send-confirmation', { as: me.id })
    await proveByMail(me.id)
    expect(await stateOf()).toEqual(['books confirmed', 'fiction waits'])
    const { rows } = await api().pool.query('select * from subscription_requests')
    expect(rows).toEqual([])
  })

  test('takes what it asked for along to a new address, and leaves what others asked for', async () => {
    const me = await anAuthor({ email })
    await confirmedWithoutAccount({ category: 'fiction' })
    for (const category of ['books', 'fiction']) await subscribe({ email, category }, me.id)
    await send('POST', '/users/update-profile', { body: { email: 'new@example.com' }, as: me.id })
    expect((await proveByMail(me.id)).status).toBe(200)
    expect((await categoriesOf('new@example.com', me.id)).sort()).toEqual(['books weekly', 'fiction weekly'])
    expect(await stateOf('new@example.com')).toEqual(['books confirmed', 'fiction confirmed'])
    expect(await stateOf()).toEqual(['fiction confirmed'])
  })
})

describe('DELETE /newsletters/subscriptions/:email', () => {
  test('refuses to end nothing in particular, and names the field', async () => {
    const response = await end({}, (await anAuthor({ email })).id)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: { category: expect.any(String) } })
  })

  test('answers 401 without a session, and 404 for another person’s address, to administrators too', async () => {
    await confirmedWithoutAccount({ category: 'books' })
    expect((await end({ category: 'books' })).status).toBe(401)
    for (const { id } of [await anAuthor(), await anAdmin()]) {
      expect((await end({ category: 'books' }, id)).status).toBe(404)
    }
    expect(await stateOf()).toEqual(['books confirmed'])
  })
})
