import { contents } from '#contract/contents.ts'
import { listContents } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.byAuthor, ({ params, query }) =>
  listContents({ kind: 'author', ...params }, query),
)
