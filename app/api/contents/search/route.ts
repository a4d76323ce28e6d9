import { contents } from '#contract/contents.ts'
import { askForSearch } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.search, ({ query }) => askForSearch(query))
