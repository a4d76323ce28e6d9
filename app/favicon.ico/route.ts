import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteFavicon } from '#lib/seo/draw-site-icon.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

export const dynamic = 'force-dynamic'

/** Pages name other files; this one is for whatever asks for it by itself. */
export function GET(): Promise<Response> {
  return withFailureAnswer(async () => (await siteFavicon()) ?? usualFavicon())
}

async function usualFavicon(): Promise<Response> {
  const file = await readFile(join(process.cwd(), 'public/icons/favicon.ico'))
  const headers = { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=3600' }
  return new Response(new Uint8Array(file), { headers })
}
