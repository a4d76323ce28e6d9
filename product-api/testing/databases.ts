import pg from 'pg'

/** The connections of the jest workers, each with its own database; worker 1 has the first. */
export type TestDatabases = { connections: pg.ClientConfig[]; stop: () => Promise<void> }

type Kind = 'embedded' | 'native'

// Setup and teardown are two modules of one process; the workers get the connections through their environment.
const running = globalThis as { testDatabases?: TestDatabases[] }

export function announce(kind: Kind, databases: TestDatabases): void {
  running.testDatabases = [...(running.testDatabases ?? []), databases]
  process.env[variable(kind)] = JSON.stringify(databases.connections)
}

export async function stopAll(): Promise<void> {
  const databases = running.testDatabases ?? []
  running.testDatabases = []
  for (const { stop } of databases) await stop()
}

/** The database of the jest worker that asks. */
export function connectionOf(kind: Kind): pg.ClientConfig {
  const connections = JSON.parse(process.env[variable(kind)] ?? '[]') as pg.ClientConfig[]
  const connection = connections[Number(process.env.JEST_WORKER_ID ?? 1) - 1]
  if (!connection) throw new Error(`There is no ${kind} database for this jest worker`)
  return connection
}

function variable(kind: Kind): string {
  return `TEST_CONNECTIONS_${kind.toUpperCase()}`
}

/** Asks over a connection of its own. */
export async function queryOnce<T extends object>(connectionString: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}
