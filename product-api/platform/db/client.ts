import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres/session'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { startEmbedded } from './embedded/start.ts'
import { migrate } from './migrate.ts'
import { DatabasePool } from './pool.ts'
import { openPrivateFolder } from './private-folder.ts'
import { connectToPrimary, readServers, reasonOf, serversInWords } from './servers.ts'

const defaultTimeoutMs = 10_000
const common = {
  connectionTimeoutMillis: 5_000,
  application_name: 'bytewise',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** A Drizzle database or transaction, for queries. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  kind: 'embedded' | 'native'
  db: Db
  pool: DatabasePool
  /** Opens a separate connection, e.g. one that listens for notifications; the caller ends it. */
  connect(): Promise<pg.Client>
  /** Vacuums, and refreshes the planner's statistics: after a bulk load. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/**
 * `DATABASE_URL` unset: the embedded database in `DATA_DIR`. With `DATABASE_DIRECT_URL`, `DATABASE_URL` leads to a pooler
 * that gives each transaction another connection; what needs one of its own is done past it.
 */
type DatabaseEnv = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined; DATA_DIR: string }

type OpenOptions = {
  onCrash: (reason: Error) => void
  onIdleError?: (error: Error) => void
  /** For bulk work that takes longer than the default 10 s; 0 for no limit. The embedded engine has none. */
  statementTimeoutMs?: number
}

/**
 * Opens the PostgreSQL of `DATABASE_URL`, or the embedded one in `DATA_DIR`, and migrates it.
 * @throws Error with one sentence if it can't be reached, is too old or is used by another process.
 */
export async function openDatabase(env: DatabaseEnv, options: OpenOptions): Promise<Database> {
  openPrivateFolder(env.DATA_DIR)
  const database = env.DATABASE_URL
    ? await openNative(env.DATABASE_URL, env.DATABASE_DIRECT_URL, options)
    : await openEmbedded(path.join(env.DATA_DIR, 'database'), options)
  await withClient(await database.connect(), (client) =>
    migrate({ exec: (sql) => client.query(sql), query: (sql, params) => client.query(sql, params) }),
  )
  return database
}

async function openNative(url: string, directUrl: string | undefined, options: OpenOptions): Promise<Database> {
  const { onIdleError, statementTimeoutMs = defaultTimeoutMs } = options
  const ownServers = readServers(directUrl ?? url) ?? []
  // Bulk work sets its own time limit, which a pooler would not pass on.
  const isPooled = directUrl !== undefined && statementTimeoutMs === defaultTimeoutMs
  const servers = isPooled ? (readServers(url) ?? []) : ownServers
  const timeouts = { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 15_000 }
  const connect = (more?: pg.ClientConfig) =>
    connectToPrimary(ownServers.map((connectionString) => ({ connectionString, ...common, ...more })))
  await checkServer(ownServers, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL', () => connect(timeouts))
  if (isPooled) await checkPooler(servers)
  const pool = new DatabasePool(
    {
      ...common,
      ...(isPooled ? { Client: UnnamedStatements } : timeouts),
      connectionTimeoutMillis: 2_500,
      // A new connection has cold caches: its first search takes twice as long.
      idleTimeoutMillis: 10 * 60_000,
      max: 20,
      // The server's own timeout can't reach us over a silently broken connection.
      query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    },
    { onLostConnection: onIdleError, servers },
  )
  return {
    ...over(pool),
    connect,
    kind: 'native',
    maintain: async () => void (await pool.query('vacuum (analyze)')),
    close: () => pool.end(),
  }
}

/** A connection through a pooler: the next transaction may be given another one, which knows no prepared statements. */
class UnnamedStatements extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((given: unknown, ...more: unknown[]) =>
      query(isNamed(given) ? { ...given, name: undefined } : given, ...more)) as pg.Client['query']
  }
}

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query
}

async function openEmbedded(folder: string, { onCrash, onIdleError }: OpenOptions): Promise<Database> {
  const embedded = await startEmbedded(folder, onCrash)
  const pool = new DatabasePool({ ...embedded.connection, max: 10 }, { onLostConnection: onIdleError })
  return {
    ...over(pool),
    connect: () => connectToPrimary([embedded.connection]),
    kind: 'embedded',
    maintain: embedded.maintain,
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}

/** A Drizzle database over a pool. */
export function over(pool: DatabasePool): { db: Db; pool: DatabasePool } {
  return { db: drizzle(pool) as Db, pool }
}

/** Uses a connection, and ends it. */
export async function withClient<T>(client: pg.Client, use: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const oldestVersion = 15

/**
 * Checks the server, and that nothing between it and us drops the settings of a connection.
 * @throws Error with one sentence if it does not answer, refuses the log-in, is a standby or is too old, and for a pooler.
 */
async function checkServer(
  servers: readonly string[],
  setting: string,
  connect: () => Promise<pg.Client>,
): Promise<void> {
  const where = inWords(setting, servers)
  const client = await connect().catch((cause) => {
    throw isPooler(cause) ? new Error(`${where} ${poolerWords}`, { cause }) : unusable(where, cause)
  })
  const { version, limit } = await withClient(client, async () => {
    const text = `select current_setting('server_version_num')::int as version,
                         current_setting('idle_in_transaction_session_timeout') as limit`
    return (await client.query<{ version: number; limit: string }>(text)).rows[0] ?? { version: 0, limit: '' }
  })
  if (version < oldestVersion * 10_000) {
    throw new Error(`${where} is PostgreSQL ${Math.floor(version / 10_000)}: ${oldestVersion} or newer is needed`)
  }
  if (limit !== '15s') throw new Error(`${where} ${poolerWords}`)
}

/** @throws Error with one sentence if the pooler in front of the server does not answer. */
async function checkPooler(servers: readonly string[]): Promise<void> {
  const connections = servers.map((connectionString) => ({ ...common, connectionString }))
  const client = await connectToPrimary(connections).catch((cause) => {
    throw unusable(inWords('DATABASE_URL', servers), cause)
  })
  await client.end()
}

export function inWords(setting: string, servers: readonly string[]): string {
  return `The database of ${setting} (${serversInWords(servers)})`
}

export function unusable(where: string, cause: unknown): Error {
  return new Error(`${where} can't be used: ${reasonOf(cause)}`, { cause })
}

const poolerWords =
  'is reached through a pooler that does not pass on the settings of a connection, such as PgBouncer: set ' +
  'DATABASE_DIRECT_URL to the address of the server itself'

/** Whether this is what PgBouncer answers to a connection with settings of its own. */
function isPooler(cause: unknown): boolean {
  return reasonOf(cause).includes('unsupported startup parameter')
}
