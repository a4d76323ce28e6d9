import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres/session'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { startEmbedded } from './embedded/start.ts'
import { migrate } from './migrate.ts'
import { DatabasePool } from './pool.ts'
import { openPrivateFolder } from './private-folder.ts'

/** A Drizzle database or transaction, for queries. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = {
  kind: 'embedded' | 'native'
  db: Db
  pool: DatabasePool
  /** The settings for a separate connection, e.g. one that listens for notifications. */
  connection: pg.ClientConfig
  /** Vacuums, and refreshes the planner's statistics: after a bulk load. */
  maintain(): Promise<void>
  close(): Promise<void>
}

/** `DATABASE_URL` unset: the embedded database in `DATA_DIR`. */
type DatabaseEnv = { DATABASE_URL?: string | undefined; DATA_DIR: string }

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
    ? await openNative(env.DATABASE_URL, options)
    : await openEmbedded(path.join(env.DATA_DIR, 'database'), options)
  await withClient(database.connection, (client) =>
    migrate({ exec: (sql) => client.query(sql), query: (sql, params) => client.query(sql, params) }),
  )
  return database
}

async function openNative(url: string, { onIdleError, statementTimeoutMs = 10_000 }: OpenOptions): Promise<Database> {
  const connection = { connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'bytewise' }
  await checkServer(connection)
  const pool = new DatabasePool(
    {
      ...connection,
      connectionTimeoutMillis: 2_500,
      // A new connection has cold caches: its first search takes twice as long.
      idleTimeoutMillis: 10 * 60_000,
      max: 20,
      statement_timeout: statementTimeoutMs,
      // The server's own timeout can't reach us over a silently broken connection.
      query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
      idle_in_transaction_session_timeout: 15_000,
    },
    { onLostConnection: onIdleError, probesIdle: true },
  )
  return {
    ...over(pool),
    connection,
    kind: 'native',
    maintain: async () => void (await pool.query('vacuum (analyze)')),
    close: () => pool.end(),
  }
}

async function openEmbedded(folder: string, { onCrash, onIdleError }: OpenOptions): Promise<Database> {
  const embedded = await startEmbedded(folder, onCrash)
  const pool = new DatabasePool({ ...embedded.connection, max: 10 }, { onLostConnection: onIdleError })
  return {
    ...over(pool),
    connection: embedded.connection,
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

async function withClient<T>(connection: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  // The failing query reports it; without a listener the error would crash the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const oldestVersion = 15

/** Checks the server. @throws Error with one sentence if it does not answer, refuses the log-in or is too old. */
async function checkServer(connection: pg.ClientConfig): Promise<void> {
  const version = await withClient(connection, async (client) => {
    const text = "select current_setting('server_version_num')::int as version"
    return (await client.query<{ version: number }>(text)).rows[0]?.version ?? 0
  }).catch((cause) => {
    const { host, port } = new pg.Client(connection)
    throw new Error(`The database of DATABASE_URL (${host}:${port}) can't be used: ${reasonOf(cause)}`, { cause })
  })
  if (version < oldestVersion * 10_000) {
    const found = Math.floor(version / 10_000)
    throw new Error(`The database of DATABASE_URL is PostgreSQL ${found}: ${oldestVersion} or newer is needed`)
  }
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string }
  return message || code || 'it does not answer'
}
