import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '#platform/db/embedded/start.ts'
import { announce } from './databases.ts'
import { installEmptyTables } from './empty-tables.ts'

/** One embedded database in memory for every jest worker, kept for the whole run. */
export default async function start({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  // The first one leaves the snapshot of a new database to the others, where there is none yet.
  const first = await startOne()
  const started = [first, ...(await Promise.all(Array.from({ length: maxWorkers - 1 }, startOne)))]
  announce('embedded', {
    connections: started.map(({ connection }) => connection),
    stop: async () => void (await Promise.all(started.map(({ close }) => close()))),
  })
}

async function startOne(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(undefined, (reason) => {
    throw reason
  })
  const client = new pg.Client(database.connection)
  await client.connect()
  await installEmptyTables(client)
  await client.end()
  return database
}
