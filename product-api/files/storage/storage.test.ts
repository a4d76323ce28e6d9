import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startS3 } from '#testing/s3.ts'
import { type Storage, StorageUnavailable } from '../storage.ts'
import { openDisk } from './disk.ts'
import { openS3 } from './s3.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-storage-'))
let s3: Awaited<ReturnType<typeof startS3>>
const storages: Record<string, () => Storage> = {
  'a disk': () => openDisk(path.join(folder, 'kept')),
  'a bucket': () => openS3(s3.settings),
}

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

const contentOf = async (file: Awaited<ReturnType<Storage['get']>>) => file && text(file.content)

describe.each(Object.keys(storages))('%s', (name) => {
  const storage = () => (storages[name] as () => Storage)()

  test('stores, reads and deletes a file', async () => {
    const bytes = Buffer.from('a picture')
    await storage().put('ab/cd-1.webp', bytes, 'image/webp')
    const file = await storage().get('ab/cd-1.webp')
    expect(file?.bytes).toBe(bytes.length)
    expect(await contentOf(file)).toBe('a picture')
    await storage().delete('ab/cd-1.webp')
    await storage().delete('ab/cd-1.webp')
    expect(await storage().get('ab/cd-1.webp')).toBeUndefined()
  })

  test('replaces a file of the same name', async () => {
    for (const words of ['first', 'second']) await storage().put('ab/one', Buffer.from(words), 'text/plain')
    expect(await contentOf(await storage().get('ab/one'))).toBe('second')
  })
})

describe.each(Object.keys(storages))('%s with large files', (name) => {
  const storage = () => (storages[name] as () => Storage)()

  test('stores a local file, and reads a part of it', async () => {
    const file = path.join(folder, 'large')
    writeFileSync(file, '0123456789')
    await storage().putFile('ab/large', file, 'audio/mpeg')
    expect(await contentOf(await storage().get('ab/large'))).toBe('0123456789')
    const part = await storage().get('ab/large', { start: 2, end: 4 })
    expect([part?.bytes, await contentOf(part)]).toEqual([3, '234'])
    expect(await storage().get('ab/none', { start: 2, end: 4 })).toBeUndefined()
  })

  test('fails for a missing local file', async () => {
    await expect(storage().putFile('ab/nothing', path.join(folder, 'nothing'), 'audio/mpeg')).rejects.toThrow(
      StorageUnavailable,
    )
    expect(await storage().get('ab/nothing')).toBeUndefined()
  })
})

test('the timeout of a bucket covers the headers only: the body may be read slowly', async () => {
  await openS3(s3.settings).put('ab/slow', Buffer.from('a picture'), 'image/webp')
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] })
  try {
    const file = await openS3(s3.settings).get('ab/slow')
    jest.advanceTimersByTime(60_000)
    expect(await contentOf(file)).toBe('a picture')
  } finally {
    jest.useRealTimers()
  }
})

test('a bucket that never answers is unavailable', async () => {
  const silent = createServer(() => jest.advanceTimersByTime(16_000)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] })
  try {
    const { port } = silent.address() as AddressInfo
    await expect(openS3({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }).get('a')).rejects.toThrow(
      StorageUnavailable,
    )
  } finally {
    jest.useRealTimers()
    silent.closeAllConnections()
    silent.close()
  }
})

test('a bucket that refuses the key or can’t be reached is unavailable', async () => {
  const stranger = openS3({ ...s3.settings, accessKey: 'WRONG' })
  await expect(stranger.put('a', Buffer.from('a'), 'text/plain')).rejects.toThrow(StorageUnavailable)
  const nowhere = openS3({ ...s3.settings, endpoint: 'http://127.0.0.1:1' })
  await expect(nowhere.put('a', Buffer.from('a'), 'text/plain')).rejects.toThrow(StorageUnavailable)
  await expect(nowhere.get('a')).rejects.toThrow(StorageUnavailable)
})
