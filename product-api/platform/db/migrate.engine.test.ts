import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { connectionOf } from '#testing/databases.ts'
import { listMigrations, migrate, readHead, type SqlSession } from './migrate.ts'

const from = mkdtempSync(path.join(tmpdir(), 'bytewise-migrations-'))
const beside = '-- Beside the version before: yes, it does not know the table.\n'
const outside = '-- Outside a transaction: an index of a large table.\n'
let client: pg.Client
let session: SqlSession

beforeAll(async () => {
  cpSync(path.join(import.meta.dirname, 'migrations'), from, { recursive: true })
  client = await connected()
  session = { exec: (sql) => client.query(sql), query: (sql, params) => client.query(sql, params) }
})
afterEach(async () => {
  rmSync(path.join(from, '9001_later.sql'), { force: true })
  await client.query("drop table if exists later; delete from schema_migrations where name >= '9000'")
})
afterAll(async () => {
  rmSync(from, { recursive: true })
  await client.end()
})

async function connected(): Promise<pg.Client> {
  const opened = new pg.Client(connectionOf(globalThis.testDatabase))
  await opened.connect()
  return opened
}

/** Migrates with one migration more. */
function migrateLater(sql: string, patience = { lockMs: 50, patienceMs: 60_000 }): Promise<void> {
  writeFileSync(path.join(from, '9001_later.sql'), sql)
  return migrate(session, { from, ...patience })
}

async function indexesOfLater(): Promise<unknown[]> {
  const text = 'select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = $1::regclass'
  return (await client.query(text, ['later'])).rows
}

test('does not change a migrated database', async () => {
  await migrate(session)
  await migrate(session)
  const { rows } = await client.query('select name from schema_migrations order by name')
  expect(rows).toEqual(listMigrations().map(({ name }) => ({ name })))
})

test('a migration that was changed after it was applied stops the start', async () => {
  await client.query("update schema_migrations set checksum = 'x' || checksum where name = '0001_first.sql'")
  await expect(migrate(session)).rejects.toThrow('The migration 0001_first.sql was changed after')
  await client.query("update schema_migrations set checksum = substr(checksum, 2) where name = '0001_first.sql'")
})

describe('on a database of a newer version', () => {
  test('a program starts if its version can run beside all migrations that it does not know', async () => {
    await migrateLater(`${beside}create table later (id integer);`)
    await migrate(session)
    const { rows } = await client.query("select name from schema_migrations where name >= '9000'")
    expect(rows).toEqual([{ name: '9001_later.sql' }])
  })

  test.each([
    ['says no', '-- Beside the version before: no, it takes away a column.\n'],
    ['says nothing', ''],
  ])('a program does not start if one of them %s', async (_, head) => {
    await migrateLater(`${head}create table later (id integer);`)
    await client.query("insert into schema_migrations values ('9002_last.sql', 'x', now(), true)")
    await expect(migrate(session)).rejects.toThrow(
      "The database has the migration 9001_later.sql, which this program does not know and can't run beside: update the program",
    )
  })
})

test('a migration that fails leaves nothing of itself, and is repeated whole', async () => {
  const failing = migrateLater(`${beside}create table later (id integer); select 1 / 0;`)
  await expect(failing).rejects.toThrow('The migration 9001_later.sql failed')
  await migrateLater(`${beside}create table later (id integer);`)
  await expect(client.query('select from later')).resolves.toMatchObject({ rowCount: 0 })
})

describe('a migration outside a transaction', () => {
  const index = `${beside}${outside}create table if not exists later (id integer);
    -- It is unique; by now.
    create unique index concurrently if not exists later_ids on later (id);`

  test('builds an index concurrently', async () => {
    await migrateLater(index)
    expect(await indexesOfLater()).toEqual([{ name: 'later_ids', indisvalid: true }])
  })

  test('that failed is repeated, and makes an index anew that was left invalid', async () => {
    await client.query('create table later (id integer); insert into later values (1), (1)')
    await expect(migrateLater(index)).rejects.toThrow('The migration 9001_later.sql failed')
    await client.query('delete from later')
    await migrateLater(index)
    expect(await indexesOfLater()).toEqual([{ name: 'later_ids', indisvalid: true }])
  })
})

// The embedded engine has one session, which never waits for itself.
if (globalThis.testDatabase === 'native') {
  describe('beside others', () => {
    test('a table that is held is waited for in short attempts, between which others use it', async () => {
      await client.query('create table later (id integer)')
      const [holder, reader] = await Promise.all([connected(), connected()])
      await holder.query('begin; select from later')
      const migrated = migrateLater(`${beside}alter table later add column name text;`)
      await waitsForLock(holder)
      // It waits behind the migration's attempt, and is let in when that ends.
      await reader.query('select id from later')
      await holder.query('commit')
      await migrated
      await expect(reader.query('select name from later')).resolves.toMatchObject({ rowCount: 0 })
      await Promise.all([holder.end(), reader.end()])
    })

    test('a table that is held for too long ends the start with a sentence', async () => {
      await client.query('create table later (id integer)')
      const holder = await connected()
      await holder.query('begin; select from later')
      const migrated = migrateLater(`${beside}alter table later add column name text;`, { lockMs: 20, patienceMs: 100 })
      await expect(migrated).rejects.toThrow(
        'The migration 9001_later.sql needs a table that something else has held for minutes',
      )
      await holder.end()
    })

    test('an index is built while another process waits to migrate', async () => {
      await client.query('create table later (id integer)')
      const other = await connected()
      const index = `${beside}${outside}create index concurrently if not exists later_ids on later (id);`
      const both = [
        migrateLater(index),
        migrate({ exec: (sql) => other.query(sql), query: (sql, params) => other.query(sql, params) }, { from }),
      ]
      await Promise.all(both)
      expect(await indexesOfLater()).toEqual([{ name: 'later_ids', indisvalid: true }])
      await other.end()
    })
  })
}

async function waitsForLock(by: pg.Client): Promise<void> {
  const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
  while ((await by.query(waiting, ['later'])).rowCount === 0) await new Promise(setImmediate)
}

describe('each migration since versions can run beside each other', () => {
  const since = listMigrations().filter(({ name }) => name > '0034_monthly_figures_once.sql')

  test('says in its first line whether the version before can', () => {
    expect(since.filter(({ sql }) => readHead(sql).saysBeside === undefined).map(({ name }) => name)).toEqual([])
  })

  test('builds indexes of tables that were there before concurrently', () => {
    const blocking = since.filter(({ sql }) => {
      const made = [...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table)
      const indexed = [...sql.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on (\w+)/g)]
      return indexed.some(([, table]) => !made.includes(table))
    })
    expect(blocking.map(({ name }) => name)).toEqual([])
  })
})
