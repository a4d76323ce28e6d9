import { transaction } from '../db/transaction.ts'
import { api, get, withApi } from '../testing/api.ts'
import { anAdmin, aProvenPerson } from '../testing/factories.ts'
import { categoriesOf, subscribe, subscriptionsOf } from '../testing/subscriptions.ts'
import { moveSubscriber } from './service.ts'

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

  test('takes no refusal and no pause along', async () => {
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
