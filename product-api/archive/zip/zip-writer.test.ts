import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise } from 'yauzl'
import { ZipWriter } from './zip-writer.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const newFile = () => path.join(folder, `${++count}.zip`)

/** The entries that an independent reader finds in the file. */
async function read(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file, { autoClose: false })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const found = new Map<string, Buffer>()
  for (const entry of entries) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (createHash('md5').update(content).digest().length > 0) found.set(entry.fileName, content)
  }
  zip.close()
  return found
}

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('entries are read again, packed or not, with their names', async () => {
  const file = newFile()
  const zip = await ZipWriter.open(file)
  await zip.add('whole.txt', Buffer.from('hello '.repeat(1_000)))
  await zip.add('rows/in pieces é.ndjson', pieces('{}\n', '', '{}\n'))
  await zip.add('empty', Buffer.alloc(0))
  const stored = { nameOf: () => 'files/abc', nameBytes: 9, isPacked: false }
  await zip.include(await zip.write(stored, pieces('a picture')))
  await zip.finish()
  expect(Object.fromEntries(await read(file))).toEqual({
    'whole.txt': Buffer.from('hello '.repeat(1_000)),
    'rows/in pieces é.ndjson': Buffer.from('{}\n{}\n'),
    empty: Buffer.alloc(0),
    'files/abc': Buffer.from('a picture'),
  })
})

test('a file can be continued after any entry, and cannot be read until it is finished', async () => {
  const file = newFile()
  const stored = (name: string) => ({ nameOf: () => name, nameBytes: name.length, isPacked: false })
  const first = await ZipWriter.open(file)
  const kept = await first.write(stored('kept'), pieces('kept'))
  const at = first.bytes
  await first.write(stored('lost'), pieces('lost'))
  await first.sync()
  await first.close()
  await expect(openPromise(file)).rejects.toThrow()

  writeFileSync(file, 'half an entry', { flag: 'a' })
  const second = await ZipWriter.open(file, at)
  await second.include(kept)
  await second.add('more', Buffer.from('more'))
  await second.finish()
  expect([...(await read(file))].map(([name, content]) => `${name}: ${content}`)).toEqual(['kept: kept', 'more: more'])
})

test('an entry that is dropped leaves nothing', async () => {
  const file = newFile()
  const zip = await ZipWriter.open(file)
  await zip.add('first', Buffer.from('first'))
  const before = zip.bytes
  const twice = await zip.write({ nameOf: () => 'twice', nameBytes: 5, isPacked: false }, pieces('x'.repeat(3_000_000)))
  await zip.dropFrom(twice)
  expect(zip.bytes).toBe(before)
  await zip.add('second', Buffer.from('second'))
  await zip.finish()
  expect([...(await read(file)).keys()]).toEqual(['first', 'second'])
})

test('more than 65,535 entries, and beyond 4 GB', async () => {
  const file = newFile()
  writeFileSync(file, '')
  // A hole on the disk.
  const beyond = 5 * 1024 ** 3
  truncateSync(file, beyond)
  const zip = await ZipWriter.open(file, beyond)
  const written = await zip.add('first', Buffer.from('a story'))
  for (let nr = 1; nr < 66_000; nr++) await zip.include({ ...written, name: `stories/${nr}.html` })
  await zip.finish()
  expect(readdirSync(folder).filter((name) => name.endsWith('.directory'))).toEqual([])
  const found = await openPromise(file, { autoClose: false })
  expect(found.entryCount).toBe(66_000)
  let last: Entry | undefined
  for await (const entry of found.eachEntry()) last = entry
  expect(last?.relativeOffsetOfLocalHeader).toBe(beyond)
  expect(last && (await buffer(await found.openReadStreamPromise(last))).toString()).toBe('a story')
  found.close()
})

test('a failing content fails the entry', async () => {
  const zip = await ZipWriter.open(newFile())
  const failing = async function* () {
    yield Buffer.from('a')
    throw new Error('the storage is away')
  }
  await expect(zip.add('rows', failing())).rejects.toThrow('the storage is away')
  await zip.close()
})
