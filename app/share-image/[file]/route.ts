import { getArticle } from '#lib/api/contents.ts'
import { orFailure } from '#lib/seo/answer-failure.ts'
import { shareImage } from '#lib/seo/share-image.tsx'

export async function GET(_: Request, context: RouteContext<'/share-image/[file]'>): Promise<Response> {
  const { file } = await context.params
  if (!file.endsWith('.png')) return new Response('Not found.\n', { status: 404 })
  return orFailure(async () => shareImage(await getArticle(file.slice(0, -4))))
}
