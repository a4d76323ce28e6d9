import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { orUnavailable, type Storage, StorageUnavailable } from '../storage.ts'

/** A bucket of Amazon S3 or of a compatible service; `endpoint` without the bucket. */
export type S3 = { endpoint: string; bucket: string; accessKey: string; secretKey: string }

/** The time until the response headers; the body then comes as fast as it is read. */
const timeoutMs = 15_000

export function openS3({ endpoint, bucket, accessKey, secretKey }: S3): Storage {
  // The client reads the region from Amazon's own addresses; other services accept any.
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', retries: 2 })
  const ask = async (name: string, init: RequestInit, fine: readonly number[]): Promise<Response> => {
    const address = `${endpoint}/${bucket}/${name}`
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error(`${address} gave no answer in time`)), timeoutMs)
    try {
      const response = await client.fetch(address, { ...init, signal: timeout.signal })
      if (fine.includes(response.status)) return response
      await response.body?.cancel()
      throw new Error(`${init.method} ${address} was answered with ${response.status}`)
    } catch (cause) {
      throw new StorageUnavailable(cause)
    } finally {
      clearTimeout(timer)
    }
  }
  const put = async (name: string, body: Blob | Uint8Array<ArrayBuffer>, type: string, bytes: number) => {
    const headers = { 'content-type': type, 'content-length': String(bytes) }
    const response = await ask(name, { method: 'PUT', body, headers }, [200])
    await response.body?.cancel()
  }
  return {
    put: (name, bytes, type) => put(name, Uint8Array.from(bytes), type, bytes.length),
    putFile: async (name, file, type) => {
      const body = await orUnavailable((async () => openAsBlob(file))())
      await put(name, body, type, body.size)
    },
    get: async (name, part) => {
      const headers = part && { range: `bytes=${part.start}-${part.end}` }
      const fine = part ? [206, 404] : [200, 404]
      const response = await ask(name, { method: 'GET', ...(headers && { headers }) }, fine)
      if (response.status === 404 || !response.body) {
        await response.body?.cancel()
        return undefined
      }
      const content = Readable.fromWeb(response.body as ReadableStream)
      const bytes = Number(response.headers.get('content-length'))
      if (part && bytes !== part.end - part.start + 1) {
        content.destroy()
        throw new StorageUnavailable(new Error(`${name} was answered with another part than was asked for`))
      }
      return { content, bytes }
    },
    delete: async (name) => {
      const response = await ask(name, { method: 'DELETE' }, [200, 204, 404])
      await response.body?.cancel()
    },
  }
}
