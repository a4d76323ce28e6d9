import { decodedParam } from '#app/route-params.ts'
import { orFailure } from '#lib/seo/answer-failure.ts'
import { shareImage } from '#lib/seo/share-image.ts'
import { shareWords } from '#lib/seo/share-words.ts'

export async function GET(_: Request, context: RouteContext<'/share-image/[file]'>): Promise<Response> {
  const file = decodedParam((await context.params).file)
  if (!file.endsWith('.png')) return new Response('Not found.\n', { status: 404 })
  return orFailure(async () => shareImage(await shareWords(file.slice(0, -4))))
}
