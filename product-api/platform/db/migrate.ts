import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { whileAlone } from './advisory-locks.ts'

const folder = path.join(import.meta.dirname, 'migrations')
/** SQLSTATEs of a lock that was not given in time, and of one that two transactions waited for in turn. */
const heldStates = ['55P03', '40P01']

/** The connection for migrations: one session that accepts several statements in one call. */
export type SqlSession = {
  exec(sql: string): Promise<unknown>
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** A migration as a database notes it. */
export type Applied = { name: string; checksum: string }

/** The migrations that a database has, in their order. */
export async function listApplied(session: Pick<SqlSession, 'query'>): Promise<Applied[]> {
  const { rows } = await session.query('select name, checksum from schema_migrations order by name collate "C"')
  return rows as Applied[]
}

type Migration = { name: string; sql: string; checksum: string; runsBesideBefore: boolean; isOutside: boolean }

type MigrateOptions = {
  /** Only these, for a database like one of an earlier version. */
  only?: ReadonlySet<string>
  /** For tests: other migrations, and less time. */
  from?: string
  lockMs?: number
  patienceMs?: number
}

/**
 * Brings a database up to the newest `migrations/*.sql`, each in a transaction of its own unless it says otherwise.
 * Processes that start at the same time wait for each other; a table that is held elsewhere is waited for in short
 * attempts, because everybody else would wait behind a long one.
 * @throws Error if an applied migration's file was changed, a table is held for minutes, or the database is newer than
 * this program, which could not run beside the programs of that version.
 */
export async function migrate(session: SqlSession, options: MigrateOptions = {}): Promise<void> {
  await whileAlone(session, 'migrations', async () => {
    await session.exec(
      `create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now());
       alter table schema_migrations add column if not exists runs_beside_before boolean not null default false`,
    )
    const { rows } = await session.query(
      'select name, checksum, runs_beside_before from schema_migrations order by name',
    )
    const known = listMigrations(options.from)
    refuseForeign(rows as AppliedMigration[], known)
    const applied = new Set(rows.map(({ name }) => name))
    for (const migration of known) {
      const isMeant = options.only?.has(migration.name) ?? true
      if (isMeant && !applied.has(migration.name)) await apply(session, migration, options)
    }
  })
}

/** A hash of all migrations, to name what depends on them, such as a snapshot. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of listMigrations()) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

const besideLine = /^-- Beside the version before: (yes|no), .+\n/
const outsideLine = /^-- Outside a transaction: .+$/m

/** Reads the first lines of a migration: whether the version before runs beside it, and whether it has no transaction. */
export function readHead(sql: string): { saysBeside: 'yes' | 'no' | undefined; isOutside: boolean } {
  const [, said] = besideLine.exec(sql) ?? []
  return { saysBeside: said as 'yes' | 'no' | undefined, isOutside: outsideLine.test(sql) }
}

export function listMigrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(from, name), 'utf8')
      const { saysBeside, isOutside } = readHead(sql)
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, runsBesideBefore: saysBeside === 'yes', isOutside }
    })
}

type AppliedMigration = { name: string; checksum: string; runs_beside_before: boolean }

function refuseForeign(applied: AppliedMigration[], known: Migration[]) {
  for (const { name, checksum } of known) {
    const before = applied.find((migration) => migration.name === name)
    if (before && before.checksum !== checksum) {
      throw new Error(`The migration ${name} was changed after it had been applied to this database`)
    }
  }
  const newer = applied.find(
    ({ name, runs_beside_before }) => !runs_beside_before && !known.some((migration) => migration.name === name),
  )
  if (newer)
    throw new Error(
      `The database has the migration ${newer.name}, which this program does not know and can't run beside: update the program`,
    )
}

async function apply(session: SqlSession, migration: Migration, options: MigrateOptions) {
  const { name } = migration
  const { lockMs = 2_000, patienceMs = 5 * 60_000 } = options
  const endsAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await (migration.isOutside ? applyOutside(session, migration) : applyOnce(session, migration, lockMs))
    } catch (cause) {
      if (!heldStates.includes((cause as { code?: string }).code ?? '')) {
        throw new Error(`The migration ${name} failed`, { cause })
      }
      if (performance.now() > endsAt) {
        throw new Error(`The migration ${name} needs a table that something else has held for minutes`, { cause })
      }
      await sleep(lockMs / 2)
    }
  }
}

async function applyOnce(session: SqlSession, migration: Migration, lockMs: number): Promise<void> {
  await session.exec('begin')
  try {
    await session.exec(`set local lock_timeout = ${lockMs}`)
    await session.exec(migration.sql)
    await note(session, migration)
    await session.exec('commit')
  } catch (cause) {
    await session.exec('rollback')
    throw cause
  }
}

/** Each statement by itself. If one fails, all are repeated: an index that was begun is made anew. */
async function applyOutside(session: SqlSession, migration: Migration): Promise<void> {
  const { sql } = migration
  for (const [, index] of sql.matchAll(/create (?:unique )?index concurrently if not exists (\w+)/g)) {
    const { rows } = await session.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      index,
    ])
    if (rows.length > 0) await session.exec(`drop index concurrently ${index}`)
  }
  for (const statement of sql.split(/;\s*$/m)) {
    if (statement.replace(/^\s*--.*$/gm, '').trim()) await session.exec(statement)
  }
  await note(session, migration)
}

async function note(session: SqlSession, { name, checksum, runsBesideBefore }: Migration): Promise<void> {
  await session.query('insert into schema_migrations (name, checksum, runs_beside_before) values ($1, $2, $3)', [
    name,
    checksum,
    runsBesideBefore,
  ])
}
