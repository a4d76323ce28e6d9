import { createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { readS3 } from '#files/open-storage.ts'

const leastPartBytes = 16 * 1024 * 1024
/** S3 takes 10,000 parts of a file. */
const mostParts = 9_000
const timeoutMs = 120_000
const tries = 4

/** The state of an upload, in a note beside its file: it goes on after the parts that the bucket has. */
type Upload = { id: string; partBytes: number; tags: string[] }

/** A service of S3, with one of its buckets. */
type S3 = NonNullable<ReturnType<typeof readS3>>

type OnProgress = (bytes: number, of: number) => void

class BucketFault extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Archives in a bucket of S3, under names with slashes. Each call throws an Error with one sentence if it fails. */
export type ArchiveBucket = {
  /** Uploads a file in parts; it has its name only when all of it is there. Continues an upload that was interrupted. */
  upload(name: string, file: string, onProgress: OnProgress): Promise<void>
  download(name: string, file: string): Promise<void>
  /** The names that begin like this, in order. */
  list(prefix: string): Promise<string[]>
}

export function openArchiveBucket({ endpoint, bucket, accessKey, secretKey }: S3): ArchiveBucket {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: tries })
  const ask = async (path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
    const address = `${endpoint}/${bucket}${path}`
    const response = await client.fetch(address, { ...init, signal: signal ?? null }).catch((cause) => {
      throw new Error(`The bucket ${bucket} at ${endpoint} can't be reached`, { cause })
    })
    if (response.ok) return response
    const answer = await response.text()
    const reason = tagOf(answer, 'Message') ?? tagOf(answer, 'Code') ?? ''
    throw new BucketFault(
      `The bucket ${bucket} at ${endpoint} answered ${response.status} ${reason}`.trim(),
      response.status,
    )
  }
  const tell = async (path: string, init: RequestInit): Promise<string> =>
    (await ask(path, init, AbortSignal.timeout(timeoutMs))).text()

  const begin = async (name: string, bytes: number): Promise<Upload> => {
    const id = tagOf(await tell(`/${name}?uploads`, { method: 'POST' }), 'UploadId')
    if (!id) throw new Error(`The bucket ${bucket} at ${endpoint} takes no files in parts`)
    return { id, partBytes: Math.max(leastPartBytes, Math.ceil(bytes / mostParts)), tags: [] }
  }

  type Sending = { name: string; file: string; note: string; size: number; onProgress: OnProgress }

  /** Sends the parts that the bucket does not have yet, and notes each. */
  const sendParts = async (upload: Upload, { name, file, note, size, onProgress }: Sending) => {
    const { id, partBytes, tags } = upload
    const handle = await open(file, 'r')
    try {
      for (let part = tags.length; part * partBytes < size; part++) {
        onProgress(part * partBytes, size)
        const bytes = Math.min(partBytes, size - part * partBytes)
        const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, part * partBytes)
        const path = `/${name}?partNumber=${part + 1}&uploadId=${encodeURIComponent(id)}`
        const response = await ask(path, { method: 'PUT', body: buffer }, AbortSignal.timeout(timeoutMs))
        await response.body?.cancel()
        tags.push(response.headers.get('etag') ?? '')
        await writeUpload(note, upload)
      }
    } finally {
      await handle.close()
    }
  }

  return {
    upload: async (name, file, onProgress) => {
      const note = `${file}.upload`
      const { size } = await stat(file)
      const send = async (upload: Upload) => {
        await sendParts(upload, { name, file, note, size, onProgress })
        await complete(tell, name, upload)
      }
      const known = await readUpload(note)
      try {
        await send(known ?? (await begin(name, size)))
      } catch (fault) {
        // The bucket gives up uploads that it has waited for too long.
        if (!known || (fault as BucketFault).status !== 404) throw fault
        await send(await begin(name, size))
      }
      onProgress(size, size)
      await rm(note, { force: true })
    },
    download: async (name, file) => {
      const { body } = await ask(`/${name}`, { method: 'GET' })
      if (!body) throw new Error(`The bucket ${bucket} has no file ${name}`)
      const part = `${file}.part`
      await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(part, { mode: 0o600 }))
      await rename(part, file)
    },
    list: async (prefix) => {
      const names: string[] = []
      let after = ''
      for (;;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': after })
        const answer = await tell(`/?${query}`, { method: 'GET' })
        const found = [...answer.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
        names.push(...found)
        after = found.at(-1) ?? ''
        if (found.length === 0 || tagOf(answer, 'IsTruncated') !== 'true') return names
      }
    },
  }
}

async function complete(tell: (path: string, init: RequestInit) => Promise<string>, name: string, upload: Upload) {
  const parts = upload.tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const path = `/${name}?uploadId=${encodeURIComponent(upload.id)}`
  const answer = await tell(path, { method: 'POST', body, headers: { 'content-type': 'application/xml' } })
  // It can fail after it has answered 200.
  if (answer.includes('<Error>')) throw new Error(`The bucket did not complete the upload: ${tagOf(answer, 'Message')}`)
}

function tagOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

async function readUpload(note: string): Promise<Upload | undefined> {
  try {
    return JSON.parse(await readFile(note, 'utf8')) as Upload
  } catch {
    return undefined
  }
}

async function writeUpload(note: string, upload: Upload): Promise<void> {
  await writeFile(`${note}.part`, JSON.stringify(upload), { mode: 0o600 })
  await rename(`${note}.part`, note)
}
