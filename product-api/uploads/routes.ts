import { uploads } from '#contract/uploads.ts'
import { FileAnswer } from '../http/answer-file.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { Problem } from '../problem.ts'
import { presentUpload } from './present.ts'
import { addUpload, findUploadFile } from './service.ts'

export function uploadRoutes(api: Api): void {
  endpoint(api, uploads.add, async (ctx, { headers, file }) => {
    const length = headers.get('content-length')
    const type = headers.get('content-type') ?? ''
    return presentUpload(await addUpload(ctx, { type, bytes: length ? Number(length) : undefined, body: file }))
  })
  endpoint(api, uploads.file, async (ctx, { params }) => {
    const found = await findUploadFile(ctx, params.file)
    if (!found) throw new Problem('not_found', { detail: 'There is no such picture' })
    return new FileAnswer(found.tag, () => ctx.files.storage.get(found.name))
  })
}
