import { contents } from '#contract/contents.ts'
import { listContents } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.byPublication, ({ params, query }) =>
  listContents({ kind: 'publication', ...params }, query),
)
