import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Row } from './report.ts'

/** The server of `TEST_DATABASE_URL`, or the one that most machines have. */
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/**
 * The URL of a database of this name, and whether it has just been created; `isFresh` recreates one that exists
 * already. Undefined if no server answers.
 */
export async function nativeDatabase(
  name: string,
  { isFresh = false } = {},
): Promise<{ url: string; isNew: boolean } | undefined> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
  } catch {
    return undefined
  }
  const quoted = client.escapeIdentifier(name)
  if (isFresh) await client.query(`drop database if exists ${quoted} with (force)`)
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${quoted}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, isNew: rowCount === 0 }
}

/** The settings with which a self-hosted site opens an empty store. */
export type NewStore = { dataDir: string; databaseUrl?: string }

/** Measures over a new embedded database, and over a new native one if a server answers. */
export async function onBothEngines(measure: (store: NewStore) => Promise<Row[]>): Promise<Row[]> {
  const rowsOf = async (engine: string, store: NewStore) =>
    (await measure(store)).map((row) => ({ ...row, what: `${row.what} (${engine})` }))
  const dataDir = () => mkdtempSync(join(tmpdir(), 'bench-'))
  const rows = await rowsOf('embedded', { dataDir: dataDir() })
  const native = await nativeDatabase('bytewise_bench_new', { isFresh: true })
  return native ? [...rows, ...(await rowsOf('native', { dataDir: dataDir(), databaseUrl: native.url }))] : rows
}
