import { uploadAddress } from '#contract/uploaded-pictures.ts'
import { type Upload, uploads } from '#contract/uploads.ts'
import { answerFile } from '#platform/http/answer-file.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { Problem } from '#platform/problem.ts'
import { addUpload, findUploadFile } from './uploads.ts'

export function fileRoutes(api: Api): void {
  endpoint(api, uploads.add, async (ctx, { headers, file }) => {
    const length = headers.get('content-length')
    const type = headers.get('content-type') ?? ''
    return presentUpload(await addUpload(ctx, { type, bytes: length ? Number(length) : undefined, body: file }))
  })
  endpoint(api, uploads.file, async (ctx, { params }) => {
    const found = await findUploadFile(ctx, params.file)
    if (!found) throw new Problem('not_found', { detail: 'There is no such picture' })
    return answerFile(found.tag, found.open, { type: found.type })
  })
}

function presentUpload({ id, width, height, bytes }: Omit<Upload, 'url'>): Upload {
  return { id, url: uploadAddress({ id, width, height }), width, height, bytes }
}
