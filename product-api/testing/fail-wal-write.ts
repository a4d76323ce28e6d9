import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded/start.ts'

// A process whose disk fails: the engine aborts when it can't write its log (WAL), and that must be noticed.
const [folder = ''] = process.argv.slice(2)
const embedded = await startEmbedded(folder, (reason) => {
  process.stdout.write(reason.message)
  process.exit(70)
})
const client = new pg.Client(embedded.connection)
// The connection breaks with the engine.
client.on('error', () => undefined)
await client.connect()
await client.query('create table numbers (number int)')
rmSync(path.join(folder, 'pg_wal'), { recursive: true })
for (let count = 0; count < 10; count++) {
  await client.query('insert into numbers values (1)').catch(() => undefined)
  await client.query('select pg_switch_wal()').catch(() => undefined)
}
