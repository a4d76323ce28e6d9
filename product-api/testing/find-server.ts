import pg from 'pg'

/** The usual addresses of a local PostgreSQL, with its default user. */
const usual = ['postgres://postgres@127.0.0.1:5432/postgres', 'postgres://postgres:postgres@127.0.0.1:5432/postgres']

/** @returns the address of a local PostgreSQL where we may create databases; an empty text if there is none. */
export async function findServer(): Promise<string> {
  for (const url of usual) if (await canCreateDatabases(url)) return url
  return ''
}

async function canCreateDatabases(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ ok: boolean }>(
      'select rolcreatedb or rolsuper as ok from pg_roles where rolname = current_user',
    )
    return rows[0]?.ok ?? false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
