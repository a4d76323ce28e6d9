import { sql } from 'drizzle-orm'
import { transaction } from '../db/transaction.ts'
import { api, withApi } from './api.ts'

withApi()

const one = sql`select 1`

describe('a pool of the tests', () => {
  test('refuses a query inside an open transaction, says where, and fails the test even if nobody noticed', async () => {
    const { pool, context } = api()
    await transaction(context.db, async (tx) => {
      await tx.execute(one)
      await context.db.execute(one).catch(() => undefined)
    })
    const passedOver = () => pool.expectNoneRefused()
    expect(passedOver).toThrow('The pool was asked inside an open transaction')
    expect(passedOver).not.toThrow()
  })

  test('refuses a second transaction inside the first', async () => {
    const { pool, context } = api()
    const nested = transaction(context.db, () => transaction(context.db, (tx) => tx.execute(one)))
    await expect(nested).rejects.toThrow('pass on `tx`')
    expect(() => pool.expectNoneRefused()).toThrow(/guarded-pool\.test\.ts|inside an open transaction/)
  })

  test('answers before, beside and after a transaction, and what a test asks as another process', async () => {
    const { pool, context } = api()
    let later: Promise<unknown> | undefined
    await pool.query('select 1')
    await Promise.all([
      transaction(context.db, async (tx) => {
        await tx.execute(one)
        later = new Promise<void>((resolve) => setImmediate(resolve)).then(() => undefined)
        if (globalThis.testDatabase === 'native') await pool.outside(() => pool.query('select 1'))
      }),
      pool.query('select 1'),
    ])
    await later
    await pool.query('select 1')
    expect(() => pool.expectNoneRefused()).not.toThrow()
  })
})
