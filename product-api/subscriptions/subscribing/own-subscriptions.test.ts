import { api, mails, withApi } from '#testing/api.ts'
import { anAuthor, aProvenPerson } from '#testing/factories.ts'
import { subscribe, subscriptionsOf } from '#testing/subscriptions.ts'

withApi()

const almostDone = {
  message:
    'Almost done: please follow the link in the email we’ve just sent you. If it doesn’t arrive, this address is already subscribed, or was asked a short while ago or too often.',
}

async function rowsOf(email: string) {
  const { rows } = await api().pool.query(
    `select s.category, s.frequency, s.confirmed_at is not null as confirmed
     from subscriptions s join subscribers on subscribers.id = subscriber_id where lower(email) = $1 order by s.id`,
    [email],
  )
  return rows as { category: string; frequency: string; confirmed: boolean }[]
}

describe('POST /newsletters/subscribe for the caller’s own address', () => {
  test('a proven one is subscribed immediately, without an email', async () => {
    const me = await aProvenPerson({ email: 'Me@example.com' })
    const response = await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    expect(await response.json()).toEqual({ message: 'You’re subscribed.' })
    expect(await rowsOf('me@example.com')).toEqual([expect.objectContaining({ confirmed: true })])
    expect(await mails()).toEqual([])
  })

  test('a second time answers 11000; another frequency changes it, none leaves it', async () => {
    const me = await aProvenPerson({ email: 'me@example.com' })
    await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    const again = await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ code: 11000, error: 'You’re already subscribed.' })
    expect((await subscribe({ email: 'me@example.com', category: 'books', frequency: 'daily' }, me.id)).status).toBe(
      200,
    )
    await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    expect(await rowsOf('me@example.com')).toEqual([expect.objectContaining({ frequency: 'daily' })])
  })

  test('confirms nothing that others asked for in its name', async () => {
    const me = await aProvenPerson({ email: 'me@example.com' })
    await subscribe({ email: 'me@example.com', category: 'fiction' })
    await subscribe({ email: 'me@example.com', category: 'books' }, me.id)
    const rows = await rowsOf('me@example.com')
    expect(rows.map(({ category, confirmed }) => [category, confirmed])).toEqual([
      ['fiction', false],
      ['books', true],
    ])
  })

  test('one that is not proven, and another person’s, are asked by email', async () => {
    const me = await anAuthor({ email: 'unproven@example.com' })
    const proven = await aProvenPerson()
    expect(await (await subscribe({ email: 'unproven@example.com' }, me.id)).json()).toEqual(almostDone)
    expect(await (await subscribe({ email: 'other@example.com' }, proven.id)).json()).toEqual(almostDone)
    expect((await mails()).map(({ to }) => to.address).sort()).toEqual(['other@example.com', 'unproven@example.com'])
  })
})

describe('following an author', () => {
  test('works by uuid, and shows in the list', async () => {
    const [me, ada] = [await aProvenPerson({ email: 'me@example.com' }), await anAuthor({ name: 'Ada' })]
    await subscribe({ email: 'me@example.com', following_author: ada.id }, me.id)
    expect(await subscriptionsOf('me@example.com', me.id)).toMatchObject([
      { following_author: ada.id, author_name: 'Ada', confirmed: true },
    ])
  })

  test('works by email for a caller with a session', async () => {
    const me = await aProvenPerson({ email: 'me@example.com' })
    const hidden = await anAuthor({ email: 'hidden@example.com' })
    const following_author = 'Hidden@example.com'
    expect((await subscribe({ email: 'me@example.com', following_author }, me.id)).status).toBe(200)
    expect(await subscriptionsOf('me@example.com', me.id)).toMatchObject([{ following_author: hidden.id }])
  })

  test('by an email that is not shown answers strangers like an unknown one', async () => {
    await anAuthor({ email: 'shown@example.com', showEmail: true })
    await anAuthor({ email: 'hidden@example.com' })
    const follow = (following_author: string) => subscribe({ email: 'reader@example.com', following_author })
    expect((await follow('shown@example.com')).status).toBe(200)
    const faults = await Promise.all(
      ['hidden@example.com', 'unknown@example.com'].map(async (author) => ({
        ...((await (await follow(author)).json()) as object),
        requestId: '',
      })),
    )
    expect(faults[0]).toEqual(faults[1])
    expect(faults[0]).toMatchObject({ status: 400, fields: { following_author: 'We can’t find this author.' } })
  })

  test('as an account needs its session: without one, and as another person, changes nothing', async () => {
    const [me, other, ada] = [await aProvenPerson({ email: 'me@example.com' }), await anAuthor(), await anAuthor()]
    const follow = (as?: string) =>
      subscribe({ email: 'me@example.com', following_author: ada.id, as_account: true }, as)
    for (const as of [undefined, other.id]) expect((await follow(as)).status).toBe(401)
    expect(await rowsOf('me@example.com')).toEqual([])
    expect(await mails()).toEqual([])
    expect((await follow(me.id)).status).toBe(200)
  })

  test('refuses oneself', async () => {
    const me = await aProvenPerson({ email: 'me@example.com' })
    for (const following_author of [me.id, 'me@example.com']) {
      const response = await subscribe({ email: 'me@example.com', following_author }, me.id)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { following_author: expect.any(String) } })
    }
  })
})
