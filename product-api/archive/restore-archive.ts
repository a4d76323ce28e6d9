import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { z } from 'zod'
import type { Storage } from '#files/storage.ts'
import { holdSends } from '#newsletters/hold-sends.ts'
import { whileAlone } from '#platform/db/advisory-locks.ts'
import { type Database, type Db, withClient } from '#platform/db/client.ts'
import { listMigrations, migrate } from '#platform/db/migrate.ts'
import type { Queue } from '#platform/queue/jobs.ts'
import { rebuildSearchIndex } from '#stories/rebuild-search-index.ts'
import type { ArchiveKey } from './encryption.ts'
import { FileLine, JobLine, type Manifest, SettingLine } from './manifest.ts'
import { Archive, ArchiveFault } from './read-archive.ts'
import { listParts, type Part } from './tables.ts'
import { isGoingOn } from './waiting-jobs.ts'
import type { Progress } from './write-archive.ts'

type Options = {
  database: Database
  queue: Queue
  storage: Storage
  /** The folder for files on their way. */
  incoming: string
  /** The key of the secrets, if there are any. */
  key: ArchiveKey | undefined
  /** Whether an archive with secrets is restored without them. */
  withoutSecrets: boolean
  now: () => Date
  onProgress: (progress: Progress) => void
}

export type Restored = {
  manifest: Manifest
  /** The secrets that are no rows; their place is the data folder. */
  secretSettings: Record<string, string>
  /** Sends that had begun, and wait for an administrator. */
  heldSends: number
}

/**
 * Restores an archive into an empty store. An archive of an earlier version is restored into the tables of that version,
 * which are then migrated, as by an upgrade. All rows come in one transaction, so a restore that is interrupted leaves an
 * empty store, and can be repeated.
 * @throws ArchiveFault for an archive that is damaged or newer, or is encrypted with another key; Error with one sentence
 * if the store is not empty.
 */
export async function restoreArchive(file: string, options: Options): Promise<Restored> {
  const archive = await Archive.open(file)
  try {
    checkKey(archive.manifest, options)
    checkMigrations(archive.manifest)
    await expectEmpty(options.database.pool)
    await restoreFiles(archive, options)
    const restored = await withClient(await options.database.connect(), (client) =>
      // A site may start on the store meanwhile, or somebody restores into it as well.
      whileAlone(client, 'firstStart', async () => {
        await expectEmpty(client)
        return new Restoring(archive, client, options).run()
      }),
    )
    await options.database.maintain()
    return restored
  } finally {
    archive.close()
  }
}

function checkKey({ key }: Manifest, { key: given, withoutSecrets }: Options): void {
  if (!key || key === given?.id || withoutSecrets) return
  if (!given) {
    throw new ArchiveFault(
      'The archive has secrets, and there is no key for them: set BACKUP_KEY to the key that the first backup has shown, or add --without-secrets, and people will need new passwords',
    )
  }
  throw new ArchiveFault(
    `The secrets of this archive are encrypted with another key: with ${key}, and not with ${given.id}`,
  )
}

function checkMigrations({ migrations }: Manifest): void {
  const known = new Map(listMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (known.get(name) === checksum) continue
    throw new ArchiveFault(
      known.has(name)
        ? `The archive is of another program: its migration ${name} differs`
        : `The archive was made by a newer version of the program, which has the migration ${name}: update the program`,
    )
  }
}

/** @throws Error with one sentence if there are accounts, stories or subscribers. */
async function expectEmpty(session: Pick<pg.Client, 'query'> | Database['pool']): Promise<void> {
  const { rows } = await session.query<{ users: number; stories: number; subscribers: number }>(`
    select (select count(*)::int from users) as users, (select count(*)::int from contents) as stories,
           (select count(*)::int from subscribers) as subscribers`)
  const { users = 0, stories = 0, subscribers = 0 } = rows[0] ?? {}
  if (users + stories + subscribers === 0) return
  throw new Error(
    `The store is not empty (${users} accounts, ${stories} stories, ${subscribers} subscribers): set DATA_DIR or DATABASE_URL to an empty one`,
  )
}

/** Whether an archive's tables are those of this version; otherwise its rows are migrated after they were loaded. */
export function isOfTodaysVersion({ migrations }: Manifest): boolean {
  return migrations.length === listMigrations().length
}

const types: Record<string, string> = { '.webp': 'image/webp', '.mp3': 'audio/mpeg' }

/** Files come before the rows that name them; those of an interrupted restore are replaced. */
async function restoreFiles(archive: Archive, { storage, incoming, onProgress }: Options): Promise<void> {
  const { files } = archive.manifest
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  let done = 0
  for await (const lines of archive.readLines(files)) {
    for (const line of lines) {
      const { name, file, sum } = parseLine(archive, files.file, FileLine, line)
      // A name is a path in the storage, and must not lead out of it.
      if (!/^(?:[\w-]+\/)*[\w-]+\.[a-z0-9]+$/.test(name)) throw archive.faultOf(files.file)
      const part = path.join(incoming, `${randomUUID()}.part`)
      try {
        const hash = createHash('sha256')
        const content = (await archive.openFile(file)).map((chunk: Buffer) => {
          hash.update(chunk)
          return chunk
        })
        await pipeline(content, createWriteStream(part, { mode: 0o600 }))
        if (hash.digest('hex') !== sum) throw archive.faultOf(file)
        await storage.putFile(name, part, types[path.extname(name)] ?? 'application/octet-stream')
      } finally {
        await rm(part, { force: true })
      }
      done++
      onProgress({ what: 'files', done, of: files.rows })
    }
  }
}

function parseLine<T extends z.ZodType>(archive: Archive, file: string, form: T, line: string): z.output<T> {
  try {
    return form.parse(JSON.parse(line))
  } catch (cause) {
    throw archive.faultOf(file, cause)
  }
}

/** Brings the rows of an archive into a database, over one connection. */
class Restoring {
  readonly #archive: Archive
  readonly #client: pg.Client
  readonly #options: Options
  #heldSends = 0

  constructor(archive: Archive, client: pg.Client, options: Options) {
    this.#archive = archive
    this.#client = client
    this.#options = options
  }

  async run(): Promise<Restored> {
    const { manifest } = this.#archive
    const secretSettings = await this.#readSettings()
    const isOfToday = isOfTodaysVersion(manifest)
    if (!isOfToday) await this.#makeTablesOf(manifest)
    await this.#inTransaction(async () => {
      await this.#loadRows()
      if (isOfToday) await this.#rebuild()
    })
    if (!isOfToday) {
      await migrate(sessionOf(this.#client))
      await this.#inTransaction(() => this.#rebuild())
    }
    return { manifest, secretSettings, heldSends: this.#heldSends }
  }

  /** The database is empty, so its tables can be made anew, as they were in an earlier version. */
  async #makeTablesOf({ migrations }: Manifest): Promise<void> {
    await this.#client.query('drop schema public cascade; create schema public')
    await migrate(sessionOf(this.#client), { only: new Set(migrations.map(({ name }) => name)) })
  }

  async #inTransaction<T>(run: () => Promise<T>): Promise<T> {
    await this.#client.query('begin')
    try {
      const result = await run()
      await this.#client.query('commit')
      return result
    } catch (fault) {
      await this.#client.query('rollback').catch(() => undefined)
      throw fault
    }
  }

  async #loadRows(): Promise<void> {
    const tables = new Map((await listParts(this.#client)).map((part) => [`${part.table} ${part.isSecret}`, part]))
    const constraints = await this.#dropForeignKeys()
    const { parts } = this.#archive.manifest
    const loads = parts.map((record) => {
      const part = tables.get(`${record.table} ${record.isSecret}`)
      const isKnown = part && record.columns.every((column) => part.columns.includes(column))
      if (!isKnown) throw this.#archive.faultOf('manifest.json')
      return { record, part }
    })
    const names = [...new Set(parts.map(({ table }) => quoted(table)))]
    for (const name of names) await this.#client.query(`alter table ${name} disable trigger user; delete from ${name}`)
    for (const { record, part } of loads) {
      if (record.isSecret && !this.#options.key) continue
      await this.#load(record, part)
    }
    for (const name of names) await this.#client.query(`alter table ${name} enable trigger user`)
    await this.#setSequences()
    for (const { text } of constraints) {
      await this.#client.query(text).catch((cause) => {
        throw isOfRows(cause) ? this.#archive.faultOf('rows', cause) : cause
      })
    }
  }

  /** Rows may come before those that they refer to; all are checked when the foreign keys are back. */
  async #dropForeignKeys(): Promise<{ text: string }[]> {
    const { rows } = await this.#client.query<{ table: string; name: string; text: string }>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name,
             format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
    for (const { table, name } of rows) await this.#client.query(`alter table ${table} drop constraint ${name}`)
    return rows
  }

  async #load(record: Manifest['parts'][number], part: Part): Promise<void> {
    const statement = part.isRest ? updating(record, part) : inserting(record, part)
    let done = 0
    for await (const lines of this.#archive.readLines(record, this.#options.key)) {
      await this.#client.query(statement, [`[${lines.join(',')}]`]).catch((cause) => {
        throw isOfRows(cause) ? this.#archive.faultOf(record.file, cause) : cause
      })
      done += lines.length
      this.#options.onProgress({ what: record.table, done, of: record.rows })
    }
  }

  async #setSequences(): Promise<void> {
    const { rows } = await this.#client.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`)
    for (const { table, column } of rows) {
      const name = quoted(column)
      await this.#client.query(
        `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${name}), 1), max(${name}) is not null)
         from ${quoted(table)}`,
        [quoted(table), column],
      )
    }
  }

  /** Makes what is made from the rows, and holds or continues the work that was under way. */
  async #rebuild(): Promise<void> {
    const { now, onProgress, queue } = this.#options
    const { stories, jobs } = this.#archive.manifest
    await rebuildSearchIndex(this.#client, (done) => onProgress({ what: 'stories indexed', done, of: stories }))
    const db = drizzle(this.#client) as Db
    this.#heldSends = await holdSends(db, now())
    for await (const lines of this.#archive.readLines(jobs)) {
      for (const line of lines) {
        const { job, payload, startAfter } = parseLine(this.#archive, jobs.file, JobLine, line)
        if (!isGoingOn(job)) continue
        await queue.enqueue(db, job, payload as never, { startAfter: startAfter ? new Date(startAfter) : now() })
      }
    }
  }

  async #readSettings(): Promise<Record<string, string>> {
    const { settings } = this.#archive.manifest
    const found: Record<string, string> = {}
    if (!settings || !this.#options.key) return found
    for await (const lines of this.#archive.readLines({ ...settings, isSecret: true }, this.#options.key)) {
      for (const line of lines) {
        const { name, value } = parseLine(this.#archive, settings.file, SettingLine, line)
        found[name] = value
      }
    }
    return found
  }
}

/**
 * Whether a database refuses rows for what they are, and not for its own state: a lost connection, a conflict, no room or
 * a fault of the system (SQLSTATE 08, 25, 40, 53, 55, 57, 58, XX).
 */
function isOfRows(fault: unknown): boolean {
  const { code } = fault as { code?: string }
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|25|40|53|55|57|58|XX)/.test(code)
}

const quoted = (name: string) => pg.escapeIdentifier(name)

/** A statement that inserts lines, and makes what the archive has in another part, or not at all. */
function inserting({ table, columns }: Manifest['parts'][number], { missing }: Part): string {
  const given = columns.map(quoted)
  const made = Object.entries(missing)
  const into = [...given, ...made.map(([column]) => quoted(column))].join(', ')
  const values = [...given, ...made.map(([, value]) => value)].join(', ')
  return `insert into ${quoted(table)} (${into}) overriding system value
    select ${values} from json_populate_recordset(null::${quoted(table)}, $1::json)`
}

/** A statement that sets the secret columns of rows. */
function updating({ table, columns }: Manifest['parts'][number], { key }: Part): string {
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${quoted(column)} = given.${quoted(column)}`)
  const same = key.map((column) => `known.${quoted(column)} = given.${quoted(column)}`)
  return `update ${quoted(table)} as known set ${set.join(', ')}
    from json_populate_recordset(null::${quoted(table)}, $1::json) as given where ${same.join(' and ')}`
}

function sessionOf(client: pg.Client) {
  return {
    exec: (sql: string) => client.query(sql),
    query: (sql: string, params?: unknown[]) => client.query<Record<string, unknown>>(sql, params),
  }
}
