import pg from 'pg'
import { connectionOf } from '#testing/databases.ts'
import { migrate, type SqlSession } from './migrate.ts'

let client: pg.Client
let session: SqlSession

beforeAll(async () => {
  client = new pg.Client(connectionOf(globalThis.testDatabase))
  await client.connect()
  session = { exec: (sql) => client.query(sql), query: (sql, params) => client.query(sql, params) }
})
afterAll(() => client.end())

test('does not change a migrated database', async () => {
  await migrate(session)
  await migrate(session)
  const { rows } = await client.query('select name from schema_migrations')
  expect(rows[0]).toEqual({ name: '0001_first.sql' })
})

test('a migration that was changed after it was applied stops the start', async () => {
  await client.query("update schema_migrations set checksum = 'x' || checksum")
  await expect(migrate(session)).rejects.toThrow('The migration 0001_first.sql was changed after')
  await client.query('update schema_migrations set checksum = substr(checksum, 2)')
})

test('a database of a newer program is left alone', async () => {
  await client.query("insert into schema_migrations values ('9999_later.sql', 'x')")
  await expect(migrate(session)).rejects.toThrow('The database has the migration 9999_later.sql')
  await client.query("delete from schema_migrations where name = '9999_later.sql'")
})
