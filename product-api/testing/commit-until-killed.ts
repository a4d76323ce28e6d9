import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded/start.ts'

// A process to be killed: `write` commits one row after the other and prints each number once it is acknowledged;
// `read` prints the stored rows.
const [folder = '', mode] = process.argv.slice(2)
const embedded = await startEmbedded(folder, (reason) => {
  throw reason
})
const client = new pg.Client(embedded.connection)
await client.connect()
await client.query('create table if not exists numbers (number int primary key)')
const { rows } = await client.query<{ number: number }>('select number from numbers order by number')

if (mode === 'read') {
  await say(rows.map(({ number }) => `${number}\n`).join(''))
  await client.end()
  await embedded.close()
} else {
  for (let number = rows.length; ; number++) {
    await client.query('insert into numbers values ($1)', [number])
    await say(`${number}\n`)
  }
}

/** Waits while the reader of this pipe is busy: with `writeSync`, a full one would end the process (EAGAIN). */
function say(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()))
}
