import type { Upload } from '#contract/uploads.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { aPicture } from '#testing/pictures.ts'
import { startS3 } from '#testing/s3.ts'
import { forgetUnusedUploads } from '../forget-unused-uploads.ts'
import { openS3 } from '../storage/s3.ts'

withApi()

test('stores, serves and deletes pictures in a bucket; answers 503 while it is unavailable', async () => {
  const s3 = await startS3()
  const { context } = api()
  context.files.storage = openS3(s3.settings)
  const { id: as } = await anAuthor()
  const upload = async (colour: string) => {
    const body = await aPicture({ width: 600, colour }).png().toBuffer()
    return send('POST', '/uploads', { as, body, headers: { 'content-type': 'image/png' } })
  }
  const picture = (await (await upload('red')).json()) as Upload
  const served = await get(picture.url)
  expect(served.headers.get('content-length')).toBe(String(picture.bytes))
  expect((await served.arrayBuffer()).byteLength).toBe(picture.bytes)
  await forgetUnusedUploads({ ...context, now: () => new Date(Date.now() + 8 * 24 * 60 * 60 * 1_000) })
  expect((await get(picture.url)).status).toBe(404)
  const kept = (await (await upload('green')).json()) as Upload
  await s3.stop()
  const refused = await upload('blue')
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable'])
  expect((await get(kept.url)).status).toBe(503)
  const { rows } = await api().pool.query('select count(*) from uploads')
  expect(Number(rows[0].count)).toBe(1)
})
