import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/client.ts'
import { listApplied, listMigrations } from '#platform/db/migrate.ts'
import { at, bad, type Finding, type Found, formatBytes, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'

const slowMs = 500
const fullShare = 0.9
const lateSeconds = 60
/** PostgreSQL stops taking writes at two thousand million (its manual, “Preventing Transaction ID Wraparound Failures”). */
const oldTransactions = 1_500_000_000

type State = {
  version: string
  bytes: number
  isStandby: boolean
  isSuperuser: boolean
  encoding: string
  fsync: string
  vacuums: string
  age: number
  hasTrigrams: boolean
  brokenIndexes: string[]
  sortsDifferently: boolean
  connections: number
  connectionsMost: number
}

export async function checkDatabase({
  settings: { DATABASE_URL },
  db,
  clockMs = () => performance.now(),
}: Subject): Promise<Found> {
  const begun = clockMs()
  const state = await readState(db)
  const tookMs = Math.round(clockMs() - begun)
  const where = DATABASE_URL ? `The database${at(DATABASE_URL)}` : 'The embedded database'
  const findings = [
    good('database-works', `${where} works.`),
    ...checkState(where, state),
    ...(await checkMigrations(db)),
    ...(DATABASE_URL ? checkServer(where, state) : []),
  ]
  if (tookMs > slowMs) {
    const advice = 'Look at what else its machine does, and at the network between.'
    findings.push(hint('database-slow', `${where} works, but took ${tookMs} ms to answer.`, advice))
  }
  const standbys = DATABASE_URL ? await readStandbys(db) : []
  findings.push(...checkStandbys(standbys))
  const facts = [
    `PostgreSQL ${state.version}`,
    `${formatBytes(state.bytes)} on the disk`,
    `answered in ${tookMs} ms`,
    ...(standbys.length > 0 ? [`${standbys.length} ${standbys.length === 1 ? 'standby' : 'standbys'}`] : []),
  ]
  return { findings, facts }
}

async function readState(db: Db): Promise<State> {
  const { rows } = await db.execute<State>(sql`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      pg_is_in_recovery() as "isStandby",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync,
      current_setting('autovacuum') as vacuums,
      (select age(datfrozenxid)::float8 from pg_database where datname = current_database()) as age,
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      array(select indexrelid::regclass::text from pg_index
        where not indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      ) as "brokenIndexes",
      exists (select from pg_database where datname = current_database()
        and datcollversion <> pg_database_collation_actual_version(oid)) as "sortsDifferently",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "connectionsMost"`)
  if (!rows[0]) throw new Error('the database has no state')
  return rows[0]
}

/** The findings about any database. */
function checkState(where: string, state: State): Finding[] {
  const findings: Finding[] = []
  if (state.isStandby) {
    const sentence = `${where} is a standby, which takes no writes.`
    findings.push(bad('database-standby', sentence, 'Set DATABASE_URL to the primary, or name all servers in it.'))
  }
  if (!state.hasTrigrams) {
    const advice = 'Run in it, as its owner: create extension pg_trgm'
    findings.push(bad('database-extension', `${where} lacks the extension pg_trgm, which search needs.`, advice))
  }
  if (state.brokenIndexes.length > 0) {
    const [first] = state.brokenIndexes
    const sentence = `${where} has an index that was never finished (${first}), so what needs it is slow.`
    findings.push(bad('database-index', sentence, `Run in it: reindex index concurrently ${first}`))
  }
  return findings
}

/** The findings about a server of its own, whose operator may have set it otherwise. */
function checkServer(where: string, state: State): Finding[] {
  const findings: Finding[] = []
  if (state.encoding !== 'UTF8') {
    const sentence = `${where} stores text as ${state.encoding}, which can’t hold what people write.`
    findings.push(
      bad('database-encoding', sentence, 'Make a database with “encoding UTF8”, and restore a backup into it.'),
    )
  }
  if (state.fsync === 'off') {
    const sentence = `${where} loses what it has confirmed if its machine stops (fsync = off).`
    findings.push(bad('database-unsafe', sentence, 'Set “fsync = on” in postgresql.conf, and reload it.'))
  }
  if (state.vacuums === 'off') {
    const sentence = `${where} doesn’t clean up after itself (autovacuum = off), and grows without end.`
    findings.push(bad('database-vacuum', sentence, 'Set “autovacuum = on” in postgresql.conf, and reload it.'))
  }
  if (state.age > oldTransactions) {
    const sentence = `${where} will soon take no more writes: its oldest transaction is ${Math.round(state.age / 1e6)} million ago.`
    findings.push(bad('database-wraparound', sentence, 'Run in it, as a superuser: vacuum freeze'))
  }
  if (state.sortsDifferently) {
    const sentence = `The system of ${where.toLowerCase()} sorts text differently since an update, so indexes may miss rows.`
    const advice = 'Run in it: reindex database; then: alter database … refresh collation version'
    findings.push(bad('database-collation', sentence, advice))
  }
  if (state.connections > fullShare * state.connectionsMost) {
    const sentence = `${where} has ${state.connections} of ${state.connectionsMost} possible connections.`
    findings.push(hint('database-connections', sentence, 'Raise max_connections, or put a pooler in front.'))
  }
  if (state.isSuperuser) {
    const sentence = `The account that uses ${where.toLowerCase()} may do everything on its server.`
    findings.push(hint('database-superuser', sentence, 'Give it an account that only owns this database.'))
  }
  return findings
}

async function checkMigrations(db: Db): Promise<Finding[]> {
  const applied = await listApplied({ query: async (text) => db.execute(sql.raw(text)) })
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]))
  const names = new Set(applied.map(({ name }) => name))
  const pending = [...known.keys()].filter((name) => !names.has(name))
  const changed = applied.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum)
  const newer = applied.find(({ name }) => !known.has(name))
  const findings: Finding[] = []
  if (pending.length > 0) {
    const which = `${pending.length === 1 ? 'A migration is' : `${pending.length} migrations are`} still to be applied (${pending[0]})`
    findings.push(hint('migrations-pending', `${which}.`, 'Make a backup, and start the site: it applies them.'))
  }
  if (changed) {
    const sentence = `The migration ${changed.name} of this program is not the one that the database has.`
    findings.push(bad('migration-changed', sentence, 'Install the program again as it was published.'))
  }
  if (newer) {
    const sentence = `The database is of a newer version: it has the migration ${newer.name}.`
    findings.push(hint('database-newer', sentence, 'Update this program to the version of the others.'))
  }
  return findings
}

type Standby = { name: string; state: string; lagSeconds: number | null }

async function readStandbys(db: Db): Promise<Standby[]> {
  const { rows } = await db.execute<Standby>(sql`
    select coalesce(nullif(application_name, ''), 'unnamed') as name, coalesce(state, 'unknown') as state,
      extract(epoch from replay_lag)::float8 as "lagSeconds"
    from pg_stat_replication where application_name not like 'pg%'`)
  return rows
}

function checkStandbys(standbys: readonly Standby[]): Finding[] {
  return standbys
    .filter(({ lagSeconds }) => (lagSeconds ?? 0) > lateSeconds)
    .map(({ name, lagSeconds }) => {
      const sentence = `The standby ${name} is ${Math.round(lagSeconds ?? 0)} seconds behind: a failover would lose that.`
      return hint('standby-late', sentence, 'Look at its log, its disk and the network to it.')
    })
}
