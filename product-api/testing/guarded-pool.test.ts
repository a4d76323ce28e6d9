import { sql } from 'drizzle-orm'
import { transaction } from '#platform/db/transaction.ts'
import { api, withApi } from './api.ts'

withApi()

const one = sql`select 1`

describe('a pool of the tests', () => {
  test('refuses a query inside an open transaction with its location, and fails the test even if the error was swallowed', async () => {
    const { pool, context } = api()
    await transaction(context.db, async (tx) => {
      await tx.execute(one)
      await context.db.execute(one).catch(() => undefined)
    })
    const passedOver = () => pool.expectNoneRefused()
    expect(passedOver).toThrow('The pool was asked inside an open transaction')
    expect(passedOver).not.toThrow()
  })

  test('refuses a second transaction inside the first, with the place in the stack', async () => {
    const { pool, context } = api()
    const nested = transaction(context.db, () => transaction(context.db, (tx) => tx.execute(one)))
    const fault: Error = await nested.then(
      () => new Error('nothing was refused'),
      (reason) => reason,
    )
    expect(fault.message).toContain('pass on `tx`')
    expect(fault.stack).toContain('guarded-pool.test.ts')
    expect(() => pool.expectNoneRefused()).toThrow(fault)
  })

  test('allows queries before, beside and after a transaction, also those that it started without awaiting them', async () => {
    const { pool, context } = api()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const left: Promise<unknown>[] = []
    await pool.query('select 1')
    await Promise.all([
      transaction(context.db, async (tx) => {
        await tx.execute(one)
        left.push(ended.then(() => pool.query('select 1')))
      }),
      pool.query('select 1'),
    ])
    end()
    await Promise.all(left)
    expect(() => pool.expectNoneRefused()).not.toThrow()
  })
})
