import { contents } from '#contract/contents.ts'
import { listContents } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.byCategory, ({ params, query }) =>
  listContents({ kind: 'category', ...params }, query),
)
