import { contents } from '#contract/contents.ts'
import { readContent } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.bySlug, ({ params }) => readContent(params.slug))
