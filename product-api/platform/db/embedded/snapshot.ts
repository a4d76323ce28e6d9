import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { migrate, migrationsFingerprint } from '../migrate.ts'

export const extensions = { pg_trgm }

// Log files of 4 MB instead of 16: most of a new database is its empty log, which a first start has to write.
const initDbStartParams = ['--wal-segsize=4']

const cacheFolder = path.join(import.meta.dirname, '../../../../node_modules/.cache/bytewise')

/** Tables that another folder creates, included in the snapshot to make a first start faster. */
export type ExtraTables = {
  /** Changes with the tables. */
  version: string
  add: (engine: PGlite) => Promise<void>
}

/**
 * A new, migrated database as a tar archive: opening it takes a fraction of the time of creating a database. It is
 * cached in the project until a migration is added or the extra tables change.
 */
export async function databaseSnapshot(extraTables: ExtraTables, engine: WebAssembly.Module): Promise<Blob> {
  const versions = [packageVersion('@electric-sql/pglite'), extraTables.version]
  const madeFrom = [...versions, ...initDbStartParams, migrationsFingerprint()]
  const file = path.join(cacheFolder, `database-${madeFrom.join('-')}.tar`)
  if (existsSync(file)) return new Blob([readFileSync(file)])
  const snapshot = await makeSnapshot(extraTables, engine)
  await cache(file, snapshot)
  return snapshot
}

async function makeSnapshot(extraTables: ExtraTables, pgliteWasmModule: WebAssembly.Module): Promise<Blob> {
  const engine = await PGlite.create({ extensions, initDbStartParams, pgliteWasmModule })
  try {
    await migrate({
      exec: (sql) => engine.exec(sql),
      query: (sql, params) => engine.query<Record<string, unknown>>(sql, params),
    })
    await extraTables.add(engine)
    await engine.exec('checkpoint')
    return await engine.dumpDataDir('none')
  } finally {
    await engine.close()
  }
}

async function cache(file: string, snapshot: Blob) {
  const part = `${file}.${process.pid}.part`
  try {
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(part, Buffer.from(await snapshot.arrayBuffer()))
    renameSync(part, file)
    const outdated = readdirSync(cacheFolder).filter((name) => name.endsWith('.tar') && name !== path.basename(file))
    for (const name of outdated) rmSync(path.join(cacheFolder, name), { force: true })
  } catch {
    // A read-only installation starts without the cache, but slower.
    rmSync(part, { force: true })
  }
}

/** The version of an installed package. */
export function packageVersion(name: string): string {
  const manifest = path.join(import.meta.dirname, '../../../../node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
