import { transaction } from '../db/transaction.ts'
import { api, mails, send, withApi } from '../testing/api.ts'
import { anAuthor } from '../testing/factories.ts'

withApi()

/** The link of the mail that asks somebody about books. */
async function aQuestion(): Promise<string> {
  await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category: 'books' } })
  const text = (await mails()).at(-1)?.text ?? ''
  return /confirmation\/([\w-]{36})$/m.exec(text)?.[1] ?? ''
}

describe('the job ask-to-confirm', () => {
  test('twice sends one mail', async () => {
    await aQuestion()
    const { context, pool } = api()
    const { rows } = await pool.query('select id from subscribers')
    await transaction(context.db, (tx) => context.queue.enqueue(tx, 'ask-to-confirm', { subscriberId: rows[0].id }))
    expect(await mails()).toHaveLength(1)
  })

  test('tells nothing to somebody who left meanwhile', async () => {
    const by = await anAuthor()
    await send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', following_author: by.id } })
    await api().pool.query('update subscriptions set ended_at = now()')
    expect(await mails()).toEqual([])
  })
})
