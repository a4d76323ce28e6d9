import { decodedParam } from '#app/route-params.ts'
import { filePaths } from '#contract/file-paths.ts'
import { podcastCover } from '#lib/seo/podcast-cover.ts'
import { describeShareImage, shareImage } from '#lib/seo/share-image.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

const podcastCoverFile = filePaths.podcastCover.split('/').at(-1)

export async function GET(_: Request, context: RouteContext<'/share-image/[file]'>): Promise<Response> {
  const file = decodedParam((await context.params).file)
  if (file === podcastCoverFile) return withFailureAnswer(podcastCover)
  if (!file.endsWith('.png')) return new Response('Not found.\n', { status: 404 })
  return withFailureAnswer(async () => shareImage(await describeShareImage(file.slice(0, -4))))
}
