import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { compileEngine, DurableNodeFS, durableStartParams } from '#platform/db/embedded/pglite.ts'
import { databaseSnapshot, extensions } from '#platform/db/embedded/snapshot.ts'
import { queueTables } from '#platform/queue/snapshot-tables.ts'

// Prints the number of fsyncs for ten commits, and for ten reads.
const [folder = ''] = process.argv.slice(2)
let syncs = 0
const sync = fs.fsyncSync
fs.fsyncSync = (descriptor) => {
  syncs++
  sync(descriptor)
}
const pgliteWasmModule = compileEngine()
const engine = await PGlite.create({
  pgliteWasmModule,
  fs: new DurableNodeFS(folder),
  startParams: durableStartParams,
  extensions,
  loadDataDir: await databaseSnapshot(queueTables, pgliteWasmModule),
})
await engine.exec('create table numbers (number int)')
const commits = await syncsDuring('insert into numbers values (1)')
const reads = await syncsDuring('select count(*) from numbers')
process.stdout.write(JSON.stringify({ commits, reads }))
await engine.close()

async function syncsDuring(sql: string): Promise<number> {
  const before = syncs
  for (let count = 0; count < 10; count++) await engine.exec(sql)
  return syncs - before
}
