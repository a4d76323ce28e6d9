import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeDatabase } from './native-server.ts'
import type { Row } from './report.ts'

/** The settings with which a self-hosted site opens an empty store. */
export type NewStore = { dataDir: string; databaseUrl?: string }

/** Measures over a new embedded database, and over a new native one if a server answers. */
export async function onBothEngines(measure: (store: NewStore) => Promise<Row[]>): Promise<Row[]> {
  const rowsOf = async (engine: string, store: NewStore) =>
    (await measure(store)).map((row) => ({ ...row, what: `${row.what} (${engine})` }))
  const dataDir = () => mkdtempSync(join(tmpdir(), 'bench-'))
  const rows = await rowsOf('embedded', { dataDir: dataDir() })
  const native = await nativeDatabase('bytewise_bench_new', { isFresh: true })
  return native ? [...rows, ...(await rowsOf('native', { dataDir: dataDir(), databaseUrl: native.url }))] : rows
}
