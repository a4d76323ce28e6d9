import type { Subscription } from '#contract/newsletters.ts'
import { transaction } from '../db/transaction.ts'
import { api, get, send, withApi } from '../testing/api.ts'
import { anAdmin, aProvenPerson } from '../testing/factories.ts'
import { moveSubscriber } from './service.ts'

withApi()

const subscribe = (body: object, as?: string) => send('POST', '/newsletters/subscribe', { body, as })
const listOf = async (email: string, as?: string) =>
  get(`/newsletters/subscriptions/${encodeURIComponent(email)}`, { as })
const categoriesOf = async (email: string, as: string) =>
  ((await (await listOf(email, as)).json()) as Subscription[]).map(
    ({ category, frequency }) => `${category} ${frequency}`,
  )

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

  test('without any changes nothing', async () => {
    await move('nobody@example.com', 'new@example.com')
    expect(await categoriesOf('new@example.com', (await anAdmin()).id)).toEqual([])
  })
})
