import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startS3 } from '#testing/s3.ts'
import { openArchiveBucket } from './bucket.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-bucket-'))
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

const partBytes = 16 * 1024 * 1024
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const nothing = () => undefined

function aFile(name: string, bytes: number): string {
  const file = path.join(folder, name)
  writeFileSync(file, Buffer.alloc(bytes, `${name} `))
  return file
}

test('a file is uploaded in parts, listed and downloaded', async () => {
  const bucket = openArchiveBucket(s3.settings)
  const file = aFile('large.zip', 2 * partBytes + 17)
  const progress: number[] = []
  await bucket.upload('weekly/large.zip', file, (bytes) => progress.push(bytes))
  await bucket.upload('weekly/small.zip', aFile('small.zip', 5), nothing)
  expect(progress).toEqual([0, partBytes, 2 * partBytes, 2 * partBytes + 17])
  expect(await bucket.list('weekly/')).toEqual(['weekly/large.zip', 'weekly/small.zip'])
  expect(await bucket.list('monthly/')).toEqual([])
  const back = path.join(folder, 'back.zip')
  await bucket.download('weekly/large.zip', back)
  expect(sumOf(back)).toBe(sumOf(file))
  expect(existsSync(`${file}.upload`)).toBe(false)
})

test('an interrupted upload has no name, and goes on after its parts', async () => {
  const file = aFile('interrupted.zip', 3 * partBytes)
  let fails = true
  const asked: string[] = []
  const proxy = createServer((ask, answer) => {
    const isSecond = ask.url?.includes('partNumber=2') ?? false
    if (ask.method === 'PUT') asked.push(ask.url ?? '')
    if (isSecond && fails) return void ask.socket.destroy()
    const onwards = request(s3.settings.endpoint + (ask.url ?? ''), {
      method: ask.method ?? 'GET',
      headers: ask.headers,
    })
    onwards.once('response', (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers)
      found.pipe(answer)
    })
    ask.pipe(onwards)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const { port } = proxy.address() as { port: number }
  const bucket = openArchiveBucket({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` })
  try {
    await expect(bucket.upload('interrupted.zip', file, nothing)).rejects.toThrow(
      /^The bucket pictures at .* can't be reached$/,
    )
    expect(await bucket.list('interrupted')).toEqual([])
    fails = false
    asked.length = 0
    await bucket.upload('interrupted.zip', file, nothing)
    expect(asked.map((url) => /partNumber=\d/.exec(url)?.[0])).toEqual(['partNumber=2', 'partNumber=3'])
    const back = path.join(folder, 'back-again.zip')
    await bucket.download('interrupted.zip', back)
    expect(sumOf(back)).toBe(sumOf(file))
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test('a bucket that refuses or lacks something is named in a sentence', async () => {
  const { settings } = s3
  const file = aFile('refused.zip', 5)
  const stranger = openArchiveBucket({ ...settings, accessKey: 'WRONG' })
  await expect(stranger.upload('a.zip', file, nothing)).rejects.toThrow(/^The bucket pictures at .* answered 403 /)
  const bucket = openArchiveBucket(settings)
  await expect(bucket.download('none.zip', path.join(folder, 'none.zip'))).rejects.toThrow(/answered 404 /)
  expect(existsSync(path.join(folder, 'none.zip'))).toBe(false)
})
