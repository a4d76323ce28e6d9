import { createHash, type Hash, type Hmac } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Storage } from '#files/storage.ts'
import { listStoredPictures } from '#files/uploads.ts'
import type { Db } from '#platform/db/client.ts'
import { listApplied } from '#platform/db/migrate.ts'
import type { StoreBeside } from '#platform/db/open-beside.ts'
import { listStoredAudio } from '#podcasts/stored-audio.ts'
import { syncFolder } from '#runtime/sync-folder.ts'
import type { ArchiveKey } from './encryption.ts'
import { type ArchivedFile, Journal } from './journal.ts'
import { formatVersion, type Manifest } from './manifest.ts'
import { readLines, readPart } from './read-rows.ts'
import { countPublished, writeStoryPages } from './story-pages.ts'
import { listParts, type Part, partName } from './tables.ts'
import { waitingJobs } from './waiting-jobs.ts'
import { type ZipEntry, ZipWriter } from './zip/zip-writer.ts'

/** How far an archive is: `done` of `of` rows of a table, stories or files. */
export type Progress = { what: string; done: number; of: number }

export type WriteOptions = {
  store: StoreBeside
  storage: Storage
  /** Encrypts the secrets, also those that are settings; without it they are left out. */
  key: ArchiveKey | undefined
  secretSettings: Record<string, string>
  product: { name: string; url: string }
  /** The program's version, and the names of the settings that are set. */
  made: { by: string; settings: string[] }
  now: () => Date
  onProgress: (progress: Progress) => void
}

/** Added files are noted after this many, or this much. */
const filesAtOnce = 100
const bytesAtOnce = 64 * 1024 * 1024

/**
 * Writes an archive of everything (docs/archive.md) to `file`, which has this name only when it is complete and on the
 * disk. It is written beside it, in a file and a journal that end in `.unfinished`; if they are there already, the files
 * that they have are not read again.
 * @throws Error with one sentence if another process writes it; StorageUnavailable.
 */
export async function writeArchive(file: string, options: WriteOptions): Promise<Manifest> {
  const unfinished = path.join(path.dirname(file), '.archive.unfinished')
  const journal = new Journal(`${unfinished}.journal`, options.product.url)
  let zip: ZipWriter | undefined
  try {
    const isWhole = existsSync(unfinished) && statSync(unfinished).size >= journal.endsAt
    if (!isWhole) journal.clear()
    zip = await ZipWriter.open(unfinished, journal.endsAt)
    const manifest = await new ArchiveWriter(zip, journal, options).write()
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    journal.remove()
    return manifest
  } catch (fault) {
    // The files in the journal are kept for the next try.
    await zip?.close().catch(() => undefined)
    try {
      journal.close()
    } catch {
      // On a full disk it keeps what it had.
    }
    throw fault
  }
}

class ArchiveWriter {
  readonly #zip: ZipWriter
  readonly #journal: Journal
  readonly #options: WriteOptions
  #missing = new Set<string>()

  constructor(zip: ZipWriter, journal: Journal, options: WriteOptions) {
    this.#zip = zip
    this.#journal = journal
    this.#options = options
  }

  async write(): Promise<Manifest> {
    const { store } = this.#options
    // First, and without a snapshot: files never change, and reading many takes long.
    await this.#addFiles(await store.ask(listFiles))
    return store.snapshot((client) => this.#writeSnapshot(client))
  }

  async #writeSnapshot(client: pg.Client): Promise<Manifest> {
    const { key, product, made, now } = this.#options
    // Files that were added meanwhile; those that are missing now have been missing all along.
    const names = await listFiles(client)
    this.#missing = new Set()
    await this.#addFiles(names)
    const parts: Manifest['parts'] = []
    for (const part of await listParts(client)) {
      if (part.isSecret && !key) continue
      parts.push(await this.#writePart(client, part))
    }
    const settings = key ? await this.#writeSettings(key) : null
    const jobs = await this.#writeLines('jobs.ndjson', readLines(client, waitingJobs))
    const files = await this.#writeFileLines(names)
    const stories = await this.#writePages(client)
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const manifest: Manifest = {
      format: 'bytewise-archive',
      version: formatVersion,
      made: {
        ...made,
        at: now().toISOString(),
        database: `${this.#options.store.kind}, PostgreSQL ${rows[0]?.version}`,
      },
      product,
      migrations: await listApplied(client),
      parts,
      settings,
      jobs: { file: 'jobs.ndjson', ...jobs },
      files,
      stories,
      key: key?.id ?? null,
    }
    await this.#zip.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    await this.#zip.finish()
    return manifest
  }

  async #addFiles(names: readonly string[]): Promise<void> {
    let added = 0
    let addedBytes = 0
    const note = async () => {
      await this.#zip.sync()
      this.#journal.commit()
      added = 0
      addedBytes = 0
    }
    for (const [index, name] of names.entries()) {
      this.#options.onProgress({ what: 'files', done: index, of: names.length })
      if (this.#journal.find(name)) continue
      const bytes = await this.#addFile(name)
      added++
      addedBytes += bytes
      if (added >= filesAtOnce || addedBytes >= bytesAtOnce) await note()
    }
    await note()
    this.#options.onProgress({ what: 'files', done: names.length, of: names.length })
  }

  /** @returns its bytes. */
  async #addFile(name: string): Promise<number> {
    const stored = await this.#options.storage.get(name)
    if (!stored) {
      this.#missing.add(name)
      return 0
    }
    const hash = createHash('sha256')
    let sum = ''
    const nameOf = () => {
      sum = hash.digest('hex')
      return entryName(sum, name)
    }
    const content = stored.content.map((chunk: Buffer) => {
      hash.update(chunk)
      return chunk
    })
    const nameBytes = entryName('0'.repeat(64), name).length
    const entry = await this.#zip.write({ nameOf, nameBytes, isPacked: false }, content)
    if (entry.bytes !== stored.bytes) throw new Error(`The storage did not give the whole file ${name}`)
    const same = this.#journal.findSum(sum)
    if (same) await this.#zip.dropFrom(entry)
    this.#journal.add({ name, sum, entry: same?.entry ?? entry }, this.#zip.bytes)
    return entry.bytes
  }

  async #writePart(client: pg.Client, part: Part): Promise<Manifest['parts'][number]> {
    const { table, columns, isSecret } = part
    const file = partName(part)
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::float8 as count from ${pg.escapeIdentifier(table)}`,
    )
    const of = rows[0]?.count ?? 0
    const lines = this.#counted(table, of, readPart(client, part))
    const key = isSecret ? this.#options.key : undefined
    const written = await this.#writeLines(file, lines, key)
    return { file, table, columns, isSecret, ...written }
  }

  async #writeSettings(key: ArchiveKey) {
    const file = 'secrets/settings.ndjson.gz.aes'
    const lines = Object.entries(this.#options.secretSettings).map(([name, value]) => JSON.stringify({ name, value }))
    const batches = async function* () {
      yield lines
    }
    return { file, ...(await this.#writeLines(file, batches(), key)) }
  }

  async *#counted(what: string, of: number, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
    let done = 0
    for await (const lines of batches) {
      yield lines
      done += lines.length
      this.#options.onProgress({ what, done, of })
    }
  }

  /** Writes lines as an entry, encrypted with the key if there is one. */
  async #writeLines(file: string, batches: AsyncIterable<string[]>, key?: ArchiveKey) {
    const sum: Hash | Hmac = key ? key.sum() : createHash('sha256')
    let rows = 0
    const measured = async function* () {
      for await (const lines of batches) {
        if (lines.length === 0) continue
        const bytes = Buffer.from(`${lines.join('\n')}\n`)
        sum.update(bytes)
        rows += lines.length
        yield bytes
      }
    }
    if (key) {
      const settings = { nameOf: () => file, nameBytes: Buffer.byteLength(file), isPacked: false }
      await this.#zip.include(await this.#zip.write(settings, key.encrypt(measured())))
    } else await this.#zip.add(file, measured())
    return { rows, sum: sum.digest('hex') }
  }

  async #writeFileLines(names: readonly string[]): Promise<Manifest['files']> {
    const included = new Set<number>()
    let bytes = 0
    const include = async (entry: ZipEntry) => {
      if (included.has(entry.offset)) return
      included.add(entry.offset)
      bytes += entry.bytes
      await this.#zip.include(entry)
    }
    const journal = this.#journal
    const batches = async function* () {
      for (const name of names) {
        const file = journal.find(name)
        if (!file) continue
        await include(file.entry)
        yield [JSON.stringify({ name, file: file.entry.name, bytes: file.entry.bytes, sum: file.sum })]
      }
    }
    const written = await this.#writeLines('files.ndjson', batches())
    return { file: 'files.ndjson', ...written, bytes, missing: [...this.#missing] }
  }

  /** @returns the number of stories. */
  async #writePages(client: pg.Client): Promise<number> {
    const { product, onProgress } = this.#options
    const count = await countPublished(client)
    const options = {
      count,
      productName: product.name,
      publicUrl: product.url,
      findPicture: (id: string, width: number) => this.#journal.findPicture(id, width),
      fileName: ({ entry }: ArchivedFile) => entry.name,
    }
    let stories = 0
    for await (const { name, html, isStory } of writeStoryPages(client, options)) {
      await this.#zip.add(name, Buffer.from(html))
      if (isStory) stories++
      onProgress({ what: 'pages of stories', done: stories, of: count })
    }
    return stories
  }
}

async function listFiles(client: pg.Client): Promise<string[]> {
  const db = drizzle(client) as Db
  return [...(await listStoredPictures(db)), ...(await listStoredAudio(db))]
}

/** The entry of a stored file: its sum, with an extension by which a browser knows what it is. */
function entryName(sum: string, name: string): string {
  return `files/${sum}${path.extname(name)}`
}
