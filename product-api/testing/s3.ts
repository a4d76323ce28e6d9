import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { S3 } from '#files/storage/s3.ts'

/** A fake of Amazon's S3 with an empty bucket. It checks the access key, but not the signature. */
export async function startS3(): Promise<{ settings: S3; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bytewise-s3-'))
  const bucket = 'pictures'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const stop = async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' },
    stop,
  }
}
