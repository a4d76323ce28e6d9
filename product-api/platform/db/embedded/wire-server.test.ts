import pg from 'pg'
import { connectionOf } from '#testing/databases.ts'

let pool: pg.Pool

beforeAll(() => {
  pool = new pg.Pool({ ...connectionOf('embedded'), max: 8 })
})
afterAll(() => pool.end())

test('parallel queries of many connections never mix', async () => {
  const ask = async (number: number) => {
    if (number % 3 === 0)
      return (await pool.query('select $1::int as n, $2::text as t', [number, `x${number}`])).rows[0]?.n
    if (number % 3 === 1) return Number((await pool.query('select $1::text as n', [`${number}`])).rows[0]?.n)
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select $1::bigint as n', [number])
      await client.query('commit')
      return Number(rows[0]?.n)
    } finally {
      client.release()
    }
  }
  const all = Array.from({ length: 400 }, (_, number) => number)
  expect(await Promise.all(all.map(ask))).toEqual(all)
})

test('connections share the statements that they prepare by name', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  const double = (client: pg.PoolClient, number: number) =>
    client.query<{ n: number }>({ name: 'double', text: 'select 2 * $1::int as n', values: [number] })
  const ask = async (client: pg.PoolClient, number: number) => (await double(client, number)).rows[0]?.n
  expect(await Promise.all(clients.map(ask))).toEqual([0, 2, 4, 6])
  expect(await Promise.all(clients.map(ask))).toEqual([0, 2, 4, 6])
  const prepared = "select count(*)::int as count from pg_prepared_statements where name = 'double'"
  expect((await pool.query(prepared)).rows).toEqual([{ count: 1 }])
  for (const client of clients) client.release()
})

test('a statement that can’t be prepared, or whose execution fails, is reported and can be tried again', async () => {
  const [one, other] = [await pool.connect(), await pool.connect()]
  const wrong = { name: 'wrong', text: 'select n from not_yet', values: [] }
  for (const client of [one, other]) await expect(client.query(wrong)).rejects.toThrow('not_yet')
  await pool.query('create table not_yet (n int)')
  for (const client of [one, other]) expect((await client.query(wrong)).rows).toEqual([])
  const divide = (by: number) => ({ name: 'divide', text: 'select 6 / $1::int as n', values: [by] })
  for (const client of [one, other]) await expect(client.query(divide(0))).rejects.toThrow('division by zero')
  for (const client of [one, other]) expect((await client.query(divide(3))).rows).toEqual([{ n: 2 }])
  await one.query('begin')
  await expect(one.query('select 1 / 0')).rejects.toThrow('division by zero')
  await expect(one.query(divide(3))).rejects.toThrow('current transaction is aborted')
  await one.query('rollback')
  await pool.query('drop table not_yet')
  for (const client of [one, other]) client.release()
})

test('another statement under a name that is taken is refused', async () => {
  const [one, other] = [await pool.connect(), await pool.connect()]
  await one.query({ name: 'taken', text: 'select 1 as n' })
  await expect(other.query({ name: 'taken', text: 'select 2 as n' })).rejects.toThrow('already exists')
  for (const client of [one, other]) client.release()
})

test('others wait for an open transaction and see it whole or not at all', async () => {
  const writer = await pool.connect()
  await writer.query('create table pairs (n int)')
  await writer.query('begin')
  await writer.query('insert into pairs values (1)')
  const reading = pool.query<{ count: number }>('select count(*)::int as count from pairs')
  await writer.query('insert into pairs values (2)')
  await writer.query('commit')
  expect((await reading).rows[0]?.count).toBe(2)
  await writer.query('drop table pairs')
  writer.release()
})

test('rolls back the transaction of a client that disconnects, and serves the others', async () => {
  await pool.query('create table leavings (n int)')
  const client = new pg.Client(connectionOf('embedded'))
  await client.connect()
  await client.query('begin')
  await client.query('insert into leavings values (1)')
  await client.end()
  expect((await pool.query('select * from leavings')).rows).toEqual([])
  await pool.query('drop table leavings')
})

test('reports an error in a transaction, and continues after a rollback', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await expect(client.query('select 1')).rejects.toThrow('current transaction is aborted')
  await client.query('rollback')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
})

test('large questions and answers arrive whole', async () => {
  const text = 'äx🦄'.repeat(700_000)
  const { rows } = await pool.query<{ length: number; text: string }>('select length($1::text), $1::text as text', [
    text,
  ])
  expect(rows[0]?.length).toBe(2_100_000)
  expect(rows[0]?.text === text).toBe(true)
})
