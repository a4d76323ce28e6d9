import { transaction } from '#platform/db/transaction.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAdmin, aProvenPerson } from '#testing/factories.ts'
import { categoriesOf, subscribe, subscriptionsOf } from '#testing/subscriptions.ts'
import { moveSubscriber } from './change-subscriber-email.ts'

withApi()

const uuidsOf = async (email: string, as: string) => (await subscriptionsOf(email, as)).map(({ uuid }) => uuid)

describe('a person’s new address', () => {
  const move = (from: string, to: string) => {
    const { context } = api()
    return transaction(context.db, (tx) => moveSubscriber(context, tx, { from, to }))
  }

  test('takes its subscriptions along', async () => {
    const [me, admin] = [await aProvenPerson({ email: 'old@example.com' }), await anAdmin()]
    await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
    await move('OLD@example.com', 'new@example.com')
    expect(await categoriesOf('new@example.com', admin.id)).toEqual(['books weekly'])
    expect(await categoriesOf('old@example.com', admin.id)).toEqual([])
  })

  test('that has some already keeps them, gets the others, and nothing twice', async () => {
    const [me, admin] = [await aProvenPerson({ email: 'old@example.com' }), await anAdmin()]
    const other = await aProvenPerson({ email: 'new@example.com' })
    for (const category of ['books', 'fiction', 'all']) await subscribe({ email: 'old@example.com', category }, me.id)
    await subscribe({ email: 'new@example.com', category: 'books', frequency: 'daily' }, other.id)
    await subscribe({ email: 'new@example.com', category: 'all', frequency: 'daily' })
    await move('old@example.com', 'new@example.com')
    expect((await categoriesOf('new@example.com', admin.id)).sort()).toEqual([
      'all weekly',
      'books daily',
      'fiction weekly',
    ])
    expect(await categoriesOf('old@example.com', admin.id)).toEqual([])
  })

  test.each(['known', 'fresh'])(
    'is not acted on by the links in the mailbox of the old one: it is %s',
    async (kind) => {
      const [me, admin] = [await aProvenPerson({ email: 'old@example.com' }), await anAdmin()]
      if (kind === 'known') await subscribe({ email: 'new@example.com', category: 'all' })
      await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
      await subscribe({ email: 'old@example.com', category: 'fiction' })
      const links = await uuidsOf('old@example.com', admin.id)
      expect(links).toHaveLength(2)
      await move('old@example.com', 'new@example.com')
      const moved = await subscriptionsOf('new@example.com', admin.id)
      for (const uuid of links) {
        for (const call of [`confirm/${uuid}`, `unsubscribe/${uuid}?all=true`]) {
          const response = await get(`/newsletters/${call}`, { headers: { accept: 'application/json' } })
          expect(response.status).toBe(404)
        }
      }
      expect(await subscriptionsOf('new@example.com', admin.id)).toEqual(moved)
      expect(await categoriesOf('new@example.com', admin.id)).toEqual(
        expect.arrayContaining(['books weekly', 'fiction weekly']),
      )
    },
  )

  test('that is the same one written differently keeps its links', async () => {
    const [me, admin] = [await aProvenPerson({ email: 'old@example.com' }), await anAdmin()]
    await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
    const before = await uuidsOf('old@example.com', admin.id)
    await move('old@example.com', 'Old@example.com')
    expect(await uuidsOf('old@example.com', admin.id)).toEqual(before)
  })

  const choices = `select time_zone, paused_until is not null as paused, welcome_stories, is_disposable
    from subscribers where email = $1`
  const choicesOf = async (email: string) => (await api().pool.query(choices, [email])).rows[0]
  const story = '00000000-0000-7000-8000-000000000001'
  const choose = `update subscribers set time_zone = 'Asia/Tokyo', paused_until = now() + interval '9 days',
    welcomed_at = now(), welcome_stories = array['${story}']::uuid[] where email = $1`

  test.each(['known', 'fresh'])('takes the time zone, the pause and the frequencies along: it is %s', async (kind) => {
    const [me, admin] = [await aProvenPerson({ email: 'old@example.com' }), await anAdmin()]
    if (kind === 'known') await subscribe({ email: 'new@example.com', category: 'books' })
    await subscribe({ email: 'old@example.com', category: 'books', frequency: 'published' }, me.id)
    await api().pool.query(choose, ['old@example.com'])
    await move('old@example.com', 'new@example.com')
    expect(await choicesOf('new@example.com')).toEqual({
      time_zone: 'Asia/Tokyo',
      paused: true,
      welcome_stories: [story],
      is_disposable: false,
    })
    expect(await categoriesOf('new@example.com', admin.id)).toEqual(['books published'])
  })

  test('that gets emails already keeps its own time zone and pause', async () => {
    const me = await aProvenPerson({ email: 'old@example.com' })
    const other = await aProvenPerson({ email: 'new@example.com' })
    await subscribe({ email: 'new@example.com', category: 'books', time_zone: 'Europe/Paris' }, other.id)
    await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
    await api().pool.query(choose, ['old@example.com'])
    await move('old@example.com', 'new@example.com')
    expect(await choicesOf('new@example.com')).toMatchObject({ time_zone: 'Europe/Paris', paused: false })
  })

  test.each(['known', 'fresh'])('has received what went to the old one: it is %s', async (kind) => {
    const me = await aProvenPerson({ email: 'old@example.com' })
    if (kind === 'known') await subscribe({ email: 'new@example.com', category: 'books' })
    await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
    await api().pool.query(`insert into send_recipients
      (send_id, subscriber_id, edition_id, domain, state, due_at, changed_at)
      select gen_random_uuid(), id, gen_random_uuid(), 'example.com', 'sent', now(), now() from subscribers
      where email = 'old@example.com'`)
    await move('old@example.com', 'new@example.com')
    const { rows } = await api().pool.query(
      'select email from send_recipients join subscribers on subscribers.id = subscriber_id',
    )
    expect(rows).toEqual([{ email: 'new@example.com' }])
  })

  test('does not take a refusal or the pause of confirmation emails along', async () => {
    const me = await aProvenPerson({ email: 'old@example.com' })
    await subscribe({ email: 'old@example.com', category: 'books' }, me.id)
    await subscribe({ email: 'new@example.com', category: 'books' })
    await api().pool.query('update subscribers set asks = 4, refused_at = now()')
    await move('old@example.com', 'new@example.com')
    const { rows } = await api().pool.query("select asks, refused_at from subscribers where email = 'new@example.com'")
    expect(rows).toEqual([{ asks: 0, refused_at: null }])
  })

  test('without any changes nothing', async () => {
    await move('nobody@example.com', 'new@example.com')
    expect(await categoriesOf('new@example.com', (await anAdmin()).id)).toEqual([])
  })
})
