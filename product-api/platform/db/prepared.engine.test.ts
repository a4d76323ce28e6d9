import { sql } from 'drizzle-orm'
import { api, withApi } from '#testing/api.ts'
import type { Db } from './client.ts'
import { fixedLimit, prepared } from './prepared.ts'
import { transaction } from './transaction.ts'

withApi()

const numbers = sql`generate_series(1, 9) as number`
let built = 0
const above = prepared('numbers above', (db, order: string, limit: number) => {
  built++
  return db
    .select({ number: sql<number>`number` })
    .from(numbers)
    .where(sql`number > ${sql.placeholder('least')}`)
    .orderBy(order === 'up' ? sql`number asc` : sql`number desc`)
    .limit(fixedLimit(limit))
})

async function ask(db: Db, order: string, limit: number, least: number): Promise<number[]> {
  const rows = await above(db, order, limit).execute({ least })
  return rows.map(({ number }) => number)
}

async function countKept(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_prepared_statements where name like 'numbers above %'`,
  )
  return rows[0]?.count ?? 0
}

test('a statement is built once, for a pool and for the transactions of a connection, and kept by the connection', async () => {
  const { db } = api().context
  built = 0
  expect(await ask(db, 'up', 2, 3)).toEqual([4, 5])
  expect(await ask(db, 'up', 2, 6)).toEqual([7, 8])
  expect(built).toBe(1)
  for (const least of [1, 5]) {
    await transaction(db, async (tx) => {
      expect(await ask(tx, 'up', 2, least)).toEqual([least + 1, least + 2])
      expect(await countKept(tx)).toBe(1)
    })
  }
  expect(built).toBeLessThanOrEqual(3)
})

test('what changes its text makes another statement', async () => {
  const { db } = api().context
  expect(await ask(db, 'down', 3, 0)).toEqual([9, 8, 7])
  expect(await ask(db, 'down', 1, 0)).toEqual([9])
  expect(await ask(db, 'up', 1, 0)).toEqual([1])
})

test('beyond sixty statements, they answer and are not kept', async () => {
  const { db } = api().context
  await transaction(db, async (tx) => {
    for (let limit = 1; limit <= 80; limit++) expect(await ask(tx, 'up', limit, 7)).toHaveLength(Math.min(limit, 2))
    expect(await countKept(tx)).toBeLessThanOrEqual(60)
  })
  expect(await ask(db, 'up', 80, 4)).toEqual([5, 6, 7, 8, 9])
  expect(await ask(db, 'up', 80, 8)).toEqual([9])
})

test('a failed statement is reported, and answers again', async () => {
  const { db } = api().context
  await expect(ask(db, 'up', 2, Number.NaN)).rejects.toThrow()
  expect(await ask(db, 'up', 2, 1)).toEqual([2, 3])
})

test('a name is taken once', () => {
  expect(() => prepared('numbers above', (db) => db.select().from(numbers))).toThrow('“numbers above”')
})
