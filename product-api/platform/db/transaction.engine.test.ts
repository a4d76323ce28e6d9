import { sql } from 'drizzle-orm'
import { api, withApi } from '#testing/api.ts'
import { afterCommit, transaction } from './transaction.ts'

withApi()

test('afterCommit runs after the commit, and never after a rollback', async () => {
  const { db } = api().context
  const happened: string[] = []
  await transaction(db, async (tx) => {
    afterCommit(tx, () => happened.push('committed'))
    await tx.execute(sql`select 1`)
    expect(happened).toEqual([])
  })
  const failing = transaction(db, async (tx) => {
    afterCommit(tx, () => happened.push('never'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(happened).toEqual(['committed'])
})

test('afterCommit fails outside of a transaction', () => {
  expect(() => afterCommit(api().context.db, () => undefined)).toThrow('no transaction')
})
