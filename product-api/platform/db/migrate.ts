import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { advisoryLocks } from './advisory-locks.ts'

const folder = path.join(import.meta.dirname, 'migrations')

/** The connection for migrations: one session that accepts several statements in one call. */
export type SqlSession = {
  exec(sql: string): Promise<unknown>
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

type Migration = { name: string; sql: string; checksum: string }

/**
 * Brings a database up to the newest `migrations/*.sql`, each in a transaction of its own. Processes that start at the
 * same time wait for each other.
 * @throws Error if an applied migration's file was changed, or the database is newer than this program.
 */
export async function migrate(session: SqlSession): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
  try {
    await session.exec(
      `create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await session.query('select name, checksum from schema_migrations order by name')
    const applied = new Map(rows.map((row) => [String(row.name), String(row.checksum)]))
    const known = listMigrations()
    refuseForeign(applied, known)
    for (const migration of known) {
      if (!applied.has(migration.name)) await apply(session, migration)
    }
  } finally {
    await session.query('select pg_advisory_unlock($1)', [advisoryLocks.migrations])
  }
}

/** A hash of all migrations, to name what depends on them, such as a snapshot. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of listMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

function refuseForeign(applied: Map<string, string>, known: Migration[]) {
  for (const { name, checksum } of known) {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(`The migration ${name} was changed after it had been applied to this database`)
    }
  }
  const newer = [...applied.keys()].find((name) => !known.some((migration) => migration.name === name))
  if (newer)
    throw new Error(`The database has the migration ${newer}, which this program does not know: update the program`)
}

async function apply(session: SqlSession, { name, sql, checksum }: Migration) {
  await session.exec('begin')
  try {
    await session.exec(sql)
    await session.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await session.exec('commit')
  } catch (cause) {
    await session.exec('rollback')
    throw new Error(`The migration ${name} failed`, { cause })
  }
}
