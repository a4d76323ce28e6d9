import { contents } from '#contract/contents.ts'
import { listManyContents } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.many, ({ params }) => listManyContents(params.ids))
