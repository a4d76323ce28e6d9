import { contents } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.byAuthor, ({ uuid = '' }) => [tags.author(uuid), tags.profile(uuid)])
