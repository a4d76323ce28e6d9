import pg from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { announce } from './databases.ts'
import { installEmptyTables } from './empty-tables.ts'

/** One database for every jest worker, copied from a migrated template on the server of TEST_DATABASE_URL. */
export default async function start({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const template = `bytewise_test_${process.pid}`
  const names = Array.from({ length: maxWorkers }, (_, index) => `${template}_${index + 1}`)
  await runOn(server, [`create database ${template}`])
  const client = new pg.Client({ connectionString: named(server, template) })
  await client.connect()
  await migrate({ exec: (sql) => client.query(sql), query: (sql, params) => client.query(sql, params) })
  await client.end()
  await addQueue(named(server, template))
  await runOn(named(server, template), [installEmptyTables])
  await runOn(
    server,
    names.flatMap((name) => [
      `create database ${name} template ${template}`,
      // Does not wait for the disk, which would take half of a test's time: test data need not survive a crash.
      `alter database ${name} set synchronous_commit = off`,
    ]),
  )
  announce('native', {
    connections: names.map((name) => ({ connectionString: named(server, name) })),
    stop: () =>
      runOn(
        server,
        [...names, template].map((name) => `drop database if exists ${name} with (force)`),
      ),
  })
}

async function addQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString })
  const queue = await openQueue(pool, { works: false })
  await queue.close()
  await pool.end()
}

type Step = string | ((client: pg.Client) => Promise<void>)

async function runOn(server: string, steps: Step[]): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const step of steps) await (typeof step === 'string' ? client.query(step) : step(client))
  } finally {
    await client.end()
  }
}

function named(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
