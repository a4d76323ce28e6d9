import { sql } from 'drizzle-orm'
import pg from 'pg'
import { api, get, send, withApi } from '#testing/api.ts'
import { connectionOf } from '#testing/databases.ts'
import { over } from './client.ts'
import { DatabasePool } from './pool.ts'
import { transaction } from './transaction.ts'

withApi()

let pool: DatabasePool
beforeEach(() => {
  const opened = over(new DatabasePool({ ...connectionOf('native'), max: 2 }))
  pool = opened.pool
  api().context.db = opened.db
})
afterEach(async () => {
  api().context.db = over(api().pool).db
  await pool.end()
})

const addChange = sql`insert into changes (tags) values ('{one}')`
const countChanges = async () => (await api().pool.query('select from changes')).rowCount

/** Leaves the pool a connection whose server takes no writes any more, as behind a proxy that led to a standby. */
async function leaveReadOnlyConnection(): Promise<void> {
  await pool.query('set default_transaction_read_only = on')
  await expect(pool.query('show transaction_read_only')).resolves.toMatchObject({
    rows: [{ transaction_read_only: 'on' }],
  })
}

describe('a connection whose server takes no writes', () => {
  beforeEach(leaveReadOnlyConnection)

  test('is given up, and the statement done over another', async () => {
    await api().context.db.execute(addChange)
    expect(await countChanges()).toBe(1)
    await expect(pool.query('show transaction_read_only')).resolves.toMatchObject({
      rows: [{ transaction_read_only: 'off' }],
    })
  })

  test('is given up, and the transaction done over another, once', async () => {
    let runs = 0
    await transaction(api().context.db, async (tx) => {
      runs++
      await tx.execute(addChange)
    })
    expect([runs, await countChanges()]).toEqual([2, 1])
  })
})

test('a server that is set to read only answers reads, and 503 to writes', async () => {
  const database = (await api().pool.query('select current_database() as name')).rows[0].name
  const client = new pg.Client(connectionOf('native'))
  await client.connect()
  await client.query(`alter database "${database}" set default_transaction_read_only = on`)
  try {
    const body = { name: 'Ada', email: 'ada@example.com', password: 'horse battery staple' }
    const [refused, read] = await Promise.all([send('POST', '/users/signup', { body }), get('/contents')])
    expect([refused.status, read.status]).toEqual([503, 200])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database "${database}" reset default_transaction_read_only`)
    await client.end()
  }
})

test('a prepared statement whose result has another type since a migration is prepared anew', async () => {
  const { db } = api().context
  await pool.query('create table numbers (value integer); insert into numbers values (1)')
  try {
    const named = { name: 'numbers', text: 'select value from numbers' }
    await Promise.all([pool.query(named), pool.query(named)])
    expect(pool.totalCount).toBe(2)
    await pool.query('alter table numbers alter column value type text')
    await expect(pool.query(named)).resolves.toMatchObject({ rows: [{ value: '1' }] })
    const { rows } = await transaction(db, async (tx) => {
      const { $client: client } = tx as typeof tx & { $client: pg.PoolClient }
      return client.query(named)
    })
    expect(rows).toEqual([{ value: '1' }])
  } finally {
    await pool.query('drop table numbers')
  }
})
