import pg from 'pg'

/** Exits with 0 if the PostgreSQL at the given address answers and lets us create databases, else with 1. */
const client = new pg.Client({ connectionString: process.argv[2], connectionTimeoutMillis: 2_000 })
try {
  await client.connect()
  const { rows } = await client.query<{ ok: boolean }>(
    'select rolcreatedb or rolsuper as ok from pg_roles where rolname = current_user',
  )
  process.exitCode = rows[0]?.ok ? 0 : 1
} catch {
  process.exitCode = 1
} finally {
  await client.end().catch(() => undefined)
}
