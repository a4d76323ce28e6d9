import pg from 'pg'
import { connectionOf } from '#testing/databases.ts'
import { connectToPrimary } from '../db/servers.ts'
import { createLogger } from '../log.ts'
import { ChangeSignal, changesChannel, listenForChanges } from './change-feed.ts'

const other = new pg.Client(connectionOf('native'))
const changed = new ChangeSignal()
let stop: () => Promise<void>

beforeAll(async () => {
  await other.connect()
  const connected = raised()
  stop = listenForChanges(() => connectToPrimary([connectionOf('native')]), changed, createLogger('silent'))
  await connected
})
afterAll(async () => {
  await stop()
  await other.end()
})

function raised(): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = changed.listen(() => {
      stopListening()
      resolve()
    })
  })
}

test('signals when another process commits a change', async () => {
  const heard = raised()
  await other.query('select pg_notify($1, $2)', [changesChannel, ''])
  await heard
})

test('reconnects after its connection was cut, and signals for missed changes', async () => {
  const back = raised()
  await other.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like $1',
    ['listen %'],
  )
  await back
  const heard = raised()
  await other.query('select pg_notify($1, $2)', [changesChannel, ''])
  await heard
})
