import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pg from 'pg'

/** A store with many stories in it, and the settings with which the product opens it. */
export type SeededStore = { name: string; settings: { DATA_DIR: string; DATABASE_URL?: string } }

/** The embedded database in `data-bench`, seeded the first time. */
export function embeddedStore(stories: number): SeededStore {
  const store = { name: 'embedded', settings: { DATA_DIR: 'data-bench' } }
  if (!existsSync('data-bench')) seed(store, stories)
  return store
}

/** A database of this name on the server of `TEST_DATABASE_URL`, seeded the first time; undefined where none answers. */
export async function nativeStore(database: string, stories: number): Promise<SeededStore | undefined> {
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const url = new URL(server)
  url.pathname = `/${database}`
  const store = { name: 'native', settings: { DATA_DIR: 'data-bench-native', DATABASE_URL: url.href } }
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
  } catch {
    return undefined
  }
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(database)}`)
    seed(store, stories)
  }
  await client.end()
  return store
}

function seed(store: SeededStore, stories: number): void {
  console.log(`seeding ${stories} stories (${store.name}) …`)
  const { status } = spawnSync(process.execPath, ['scripts/seed.ts', '--stories', String(stories)], {
    stdio: 'inherit',
    env: { ...process.env, ...store.settings },
  })
  if (status !== 0) throw new Error('seeding failed')
}
