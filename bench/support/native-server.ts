import pg from 'pg'

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
