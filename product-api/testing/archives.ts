import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Entry, openPromise } from 'yauzl'
import { compareWithArchive } from '#archive/compare-with-archive.ts'
import { makeKey, openKey } from '#archive/encryption.ts'
import type { Manifest } from '#archive/manifest.ts'
import { type Restored, restoreArchive } from '#archive/restore-archive.ts'
import { type WriteOptions, writeArchive } from '#archive/write-archive.ts'
import { openDisk } from '#files/storage/disk.ts'
import { type Database, openDatabase, withClient } from '#platform/db/client.ts'
import { inSnapshot, type StoreBeside } from '#platform/db/open-beside.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { api, mails, openSession, send } from './api.ts'
import { connectionOf } from './databases.ts'
import { anAdmin, anApprovedAuthor, aProvenPerson, aPublication, aStory } from './factories.ts'
import { aSubscriber, newsletters } from './newsletters.ts'
import { aPicture } from './pictures.ts'
import { upload } from './uploads.ts'

export const testKey = makeKey()

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-archives-'))
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})
let count = 0

/** A path in a folder of its own that is deleted after the tests of a file. */
export function archivePath(): string {
  count++
  return path.join(mkdtempSync(path.join(folder, `${count}-`)), 'archive.zip')
}

export async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

function storeOf(kind: StoreBeside['kind'], connect: () => Promise<pg.Client>): StoreBeside {
  const ask = async <T>(run: (client: pg.Client) => Promise<T>) => withClient(await connect(), run)
  return {
    kind,
    ask,
    snapshot: (read) => ask((client) => inSnapshot(client, read)),
  }
}

/** Archives the database of the test's API, or another one. */
export async function archive(
  options: Partial<WriteOptions> & { file?: string; database?: Database; secrets?: boolean } = {},
) {
  const { file = archivePath(), database, secrets = true, ...more } = options
  const connect = database ? () => database.connect() : () => connectTo(connectionOf(globalThis.testDatabase))
  const manifest = await writeArchive(file, {
    store: storeOf(globalThis.testDatabase, connect),
    storage: api().context.files.storage,
    key: secrets ? openKey(testKey) : undefined,
    secretSettings: { NEXTAUTH_SECRET: 'the secret of the cookies' },
    product: { name: 'Bytewise', url: 'http://localhost:3000' },
    made: { by: '0.1.0', settings: ['SMTP_URL'] },
    now: () => new Date(),
    onProgress: () => undefined,
    ...more,
  })
  return { file, manifest }
}

/** An empty store of the kind that is tested, whose database and files are removed after the tests of a file. */
export async function anEmptyStore() {
  const DATA_DIR = mkdtempSync(path.join(folder, 'store-'))
  const connection = connectionOf(globalThis.testDatabase)
  const native = connection.connectionString
  const name = `bytewise_restored_${process.pid}_${path.basename(DATA_DIR).slice(6).toLowerCase()}`
  if (native) await withClient(await connectTo(connection), (client) => copyTemplate(client, native, name))
  const url = native && new URL(native)
  if (url) url.pathname = `/${name}`
  const onCrash = (reason: Error) => {
    throw reason
  }
  const database = await openDatabase(
    { DATA_DIR, DATABASE_URL: url ? url.href : undefined },
    { onCrash, statementTimeoutMs: 0 },
  )
  const queue = await openQueue(database.pool, { works: false })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await queue.close()
    await database.close()
    if (native) await withClient(await connectTo(connection), (client) => client.query(`drop database ${name}`))
  }
  ends.push(close)
  return {
    close,
    database,
    queue,
    storage: openDisk(path.join(DATA_DIR, 'uploads')),
    incoming: path.join(DATA_DIR, 'incoming'),
  }
}

/** Makes one like those of the tests (`start-native.ts`): migrations take ten times as long as a copy. */
async function copyTemplate(client: pg.Client, url: string, name: string): Promise<void> {
  const template = new URL(url).pathname.slice(1).replace(/_\d+$/, '')
  await client.query(`create database ${name} template ${template}`)
  await client.query(`alter database ${name} set synchronous_commit = off`)
}

type Empty = Awaited<ReturnType<typeof anEmptyStore>>

export async function restore(
  file: string,
  store: Empty,
  { key = testKey, withoutSecrets = false }: { key?: string | null; withoutSecrets?: boolean } = {},
): Promise<Restored> {
  return restoreArchive(file, {
    ...store,
    key: key && !withoutSecrets ? openKey(key) : undefined,
    withoutSecrets,
    now: () => new Date(),
    onProgress: () => undefined,
  })
}

export const passwordHash = '$argon2id$the-hash-of-a-password'

/** A store with something in most of its tables. */
export async function aFullStore() {
  const by = await anApprovedAuthor()
  const reader = await aProvenPerson()
  await anAdmin()
  const { url } = (await (await upload(by.id, await aPicture().jpeg().toBuffer())).json()) as { url: string }
  const { slug: publication } = await aPublication({ by })
  await aSubscriber({ category: 'fiction', frequency: 'published' }, { following_publication: publication })
  const content = `<p>With “quotes” and a \\ .</p><p><img src="${url}" alt="A lamp"></p>`
  const story = await aStory({ by, title: 'A lamp & its <light>', content, sendNewsletter: true })
  await aStory({ by, title: 'A draft', isDraft: true })
  await newsletters()
  await send('POST', `/contents/${story.id}/bookmark`, { as: reader.id })
  await send('POST', `/contents/${story.id}/thanks`, { as: reader.id, body: { words: 'A fine lamp.' } })
  await mails()
  const token = await openSession(api().context, reader.id)
  await api().pool.query('update users set password_hash = $2 where id = $1', [reader.id, passwordHash])
  await api().pool.query(
    "insert into kept_secrets (name, value) values ('a-secret', 'what-signs-links') on conflict do nothing",
  )
  return { by, reader, story, token, url }
}

export const asRestored = async <T>(store: Empty, read: (client: pg.Client) => Promise<T>) =>
  withClient(await store.database.connect(), (client) => inSnapshot(client, read))

/** The tables of a restored store that differ from its archive. */
export const differences = (store: Empty, manifest: Manifest, isMigrated = false) =>
  asRestored(store, (client) =>
    compareWithArchive(client, manifest, { key: openKey(testKey), without: new Set(), isMigrated }),
  )

/** The content of all entries of a ZIP, by name. */
export async function unzip(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file, { autoClose: false })
  const found = new Map<string, Buffer>()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  for (const entry of entries) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    found.set(entry.fileName, Buffer.concat(chunks))
  }
  zip.close()
  return found
}
