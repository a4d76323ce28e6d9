import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { uploadLimits } from './uploaded-pictures.ts'

/** A picture that is kept; of `url` the addresses of its other widths follow (`upload-address.ts`). */
const Upload = z.object({
  id: z.string().describe('of the uploaded bytes: the same picture gets the same id'),
  url: z.string().describe('of the largest stored width'),
  width: z.int(),
  height: z.int(),
  bytes: z.int().describe('of the file at `url`'),
})
export type Upload = z.infer<typeof Upload>

export const uploads = defineEndpoints({
  add: {
    call: 'POST /uploads',
    summary: 'Uploads a picture (JPEG, PNG, WebP, AVIF or GIF); it is stored as WebP, without its metadata',
    takesFile: { type: 'image/*', mostBytes: uploadLimits.bytes, timeMs: 150_000 },
    response: Upload,
    auth: 'user',
    problems: ['too_large', 'too_many_requests', 'unavailable'],
    timeoutMs: 180_000,
  },
  file: {
    call: 'GET /uploads/:file',
    summary: 'The file of an uploaded picture: WebP, or for emails the same as JPEG (`.jpg`)',
    params: z.object({ file: z.string().min(1).max(80) }),
    response: z.string().describe('its bytes'),
    answersFile: 'image/webp',
    problems: ['not_found', 'unavailable'],
    neverFromBrowser: 'The site serves its pictures itself, at /uploads.',
  },
})
