import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { withApi } from '#testing/api.ts'
import {
  aFullStore,
  anEmptyStore,
  archive,
  archivePath,
  differences,
  restore,
  testKey,
  unzip,
} from '#testing/archives.ts'
import { isThorough } from '#testing/thoroughness.ts'
import { removeKeptFiles } from '#testing/uploads.ts'
import { makeKey, openKey } from './encryption.ts'
import { type Archive, ArchiveFault } from './read-archive.ts'
import { ZipWriter } from './zip/zip-writer.ts'

withApi()
afterAll(removeKeptFiles)

const flips = isThorough ? 80 : 12

describe('refuses with a sentence, and leaves the store empty:', () => {
  let made: Awaited<ReturnType<typeof archive>>
  let store: Awaited<ReturnType<typeof anEmptyStore>>
  let file: string
  beforeEach(async () => {
    if (!made) await aFullStore()
    made ??= await archive()
    store ??= await anEmptyStore()
    file = made.file
  })

  const refusal = async (given: string, options?: Parameters<typeof restore>[2]) => {
    const fault = await restore(given, store, options).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    const { rows } = await store.database.pool.query(
      'select (select count(*)::int from users) + (select count(*)::int from contents) as rows',
    )
    expect(rows).toEqual([{ rows: 0 }])
    expect(fault).toBeInstanceOf(ArchiveFault)
    return (fault as Error).message.replaceAll(given, 'FILE')
  }
  const copy = (content: Buffer) => {
    const made = archivePath()
    writeFileSync(made, content)
    return made
  }
  /** Writes the archive anew with other entries. */
  const rewritten = async (change: (name: string, content: Buffer) => Buffer) => {
    const made = archivePath()
    const zip = await ZipWriter.open(made)
    for (const [name, content] of await unzip(file)) await zip.add(name, change(name, content))
    await zip.finish()
    return made
  }
  const manifestWith = (change: (manifest: Archive['manifest']) => unknown) =>
    rewritten((name, content) =>
      name === 'manifest.json' ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString())))) : content,
    )

  test('no file, an empty one, and something else', async () => {
    expect(await refusal('/there/is/none.zip')).toBe('The file FILE can’t be read: there is none')
    expect(await refusal(copy(Buffer.alloc(0)))).toBe('The file FILE is empty')
    const whole = 'The file FILE is not a whole archive: it was cut or changed, or is something else'
    expect(await refusal(copy(Buffer.from('A letter to a friend.')))).toBe(whole)
    const other = archivePath()
    const zip = await ZipWriter.open(other)
    await zip.add('letter.txt', Buffer.from('Dear friend,'))
    await zip.finish()
    expect(await refusal(other)).toBe('The file FILE is no archive of Bytewise: it has no manifest')
  })

  test('one that was cut, at the end or elsewhere', async () => {
    const content = readFileSync(file)
    for (const bytes of [content.length - 1, content.length - 30, Math.floor(content.length / 2), 100, 1]) {
      const cut = copy(content)
      truncateSync(cut, bytes)
      expect(await refusal(cut)).toBe(
        'The file FILE is not a whole archive: it was cut or changed, or is something else',
      )
    }
  })

  test('one of a newer version', async () => {
    const format = await manifestWith((manifest) => ({ ...manifest, version: 2, parts: 'in another form' }))
    expect(await refusal(format)).toBe(
      'The file FILE was made by a newer version of the program (format 2, this one reads up to 1): update the program',
    )
    const migrations = (manifest: Archive['manifest']) => [
      ...manifest.migrations,
      { name: '9999_new.sql', checksum: '0'.repeat(64) },
    ]
    expect(await refusal(await manifestWith((manifest) => ({ ...manifest, migrations: migrations(manifest) })))).toBe(
      'The archive was made by a newer version of the program, which has the migration 9999_new.sql: update the program',
    )
  })

  test('one whose rows or files were changed', async () => {
    const line = await rewritten((name, content) =>
      name === 'rows/contents.ndjson' ? Buffer.from(content.toString().replace('A draft', 'A graft')) : content,
    )
    expect(await refusal(line)).toBe('The file FILE is damaged: its part rows/contents.ndjson is not what was archived')
    const picture = await rewritten((name, content) =>
      name.startsWith('files/') ? Buffer.from('another picture') : content,
    )
    expect(await refusal(picture)).toMatch(/^The file FILE is damaged: its part files\/[0-9a-f]{64}\.webp is not/)
    const secret = await rewritten((name, content) => {
      if (name.startsWith('secrets/users')) content.writeUInt8(content.readUInt8(20) ^ 1, 20)
      return content
    })
    expect(await refusal(secret)).toMatch(/its part secrets\/users.ndjson.gz.aes is not what was archived$/)
  })

  const flipsMs = 300_000
  test(
    'any byte that differs is found, or changes nothing',
    async () => {
      const content = readFileSync(file)
      for (let at = 11; at < content.length; at += Math.ceil(content.length / flips)) {
        const changed = Buffer.from(content)
        changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
        const flipped = copy(changed)
        const isRestored = await restore(flipped, store).then(
          () => true,
          (fault: unknown) => {
            expect(fault).toBeInstanceOf(ArchiveFault)
            return false
          },
        )
        if (!isRestored) continue
        expect(await differences(store, made.manifest)).toEqual([])
        await store.close()
        store = await anEmptyStore()
      }
    },
    flipsMs,
  )

  test('a file that would lead out of the storage', async () => {
    const evil = await rewritten((name, content) =>
      name === 'files.ndjson'
        ? Buffer.from(content.toString().replace(/"name":"[^"]+"/, '"name":"../../evil.webp"'))
        : content,
    )
    expect(await refusal(evil)).toBe('The file FILE is damaged: its part files.ndjson is not what was archived')
  })

  test('secrets without their key, and with another one', async () => {
    expect(await refusal(file, { key: null })).toMatch(
      /^The archive has secrets, and there is no key for them: set BACKUP_KEY/,
    )
    const other = makeKey()
    expect(await refusal(file, { key: other })).toBe(
      `The secrets of this archive are encrypted with another key: with ${openKey(testKey).id}, and not with ${openKey(other).id}`,
    )
  })
})
