import { decodedParam } from '#app/route-params.ts'
import { siteIcon } from '#lib/seo/draw-site-icon.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

export async function GET(_: Request, context: RouteContext<'/site-icon/[id]/[file]'>): Promise<Response> {
  const { id, file } = await context.params
  return withFailureAnswer(() => siteIcon(decodedParam(id), decodedParam(file)))
}
