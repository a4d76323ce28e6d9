import { CallFailure } from './call-failure.ts'
import { uploadPicture } from './send-file.ts'
import { UploadRequest, uploadsOfOwn } from './testing/upload-request.ts'

beforeAll(uploadsOfOwn)
const picture = new Blob(['bytes'], { type: 'image/png' })

test('sends the raw bytes, reports progress and returns the picture', async () => {
  const shares: number[] = []
  const uploading = uploadPicture(picture, { onProgress: (share) => shares.push(share) })
  const { last } = UploadRequest
  expect(last.opened).toEqual(['POST', '/api/uploads'])
  expect(last.headers['content-type']).toBe('image/png')
  expect(last.sent).toBe(picture)
  last.upload.onprogress?.({ loaded: 1, total: 4 })
  last.upload.onprogress?.({ loaded: 4, total: 4 })
  const made = { id: 'a', url: '/uploads/a', width: 1, height: 1, bytes: 1 }
  last.answer(200, made)
  expect(await uploading).toEqual(made)
  expect(shares).toEqual([0.25, 1])
})

test('fails with the server’s own sentence', async () => {
  const uploading = uploadPicture(picture)
  UploadRequest.last.retryAfter = '5'
  UploadRequest.last.answer(503, { code: 'unavailable', message: 'Too many pictures.' })
  const failure = await uploading.catch((fault: unknown) => fault)
  expect(failure).toBeInstanceOf(CallFailure)
  expect(failure).toMatchObject({ status: 503, message: 'Too many pictures.', retryAfterSeconds: 5 })
})

test('fails without an answer', async () => {
  const uploading = uploadPicture(picture)
  UploadRequest.last.onerror?.()
  await expect(uploading).rejects.toMatchObject({ name: 'CallFailure', status: 0 })
})

test('does not say that the browser is offline if the answer takes too long', async () => {
  const uploading = uploadPicture(picture)
  UploadRequest.last.ontimeout?.()
  const message = 'The server took too long to answer. Please try again.'
  await expect(uploading).rejects.toMatchObject({ name: 'CallFailure', status: 0, message })
})

test('can be cancelled, before and in between', async () => {
  const cancelling = new AbortController()
  const uploading = uploadPicture(picture, { signal: cancelling.signal })
  cancelling.abort()
  await expect(uploading).rejects.toBe(cancelling.signal.reason)
  await expect(uploadPicture(picture, { signal: cancelling.signal })).rejects.toBe(cancelling.signal.reason)
})

test('says immediately that a picture is too large', async () => {
  const large = new Blob([new Uint8Array(15 * 1024 * 1024 + 1)], { type: 'image/png' })
  await expect(uploadPicture(large)).rejects.toMatchObject({ status: 413, message: 'A picture has at most 15 MB.' })
})
