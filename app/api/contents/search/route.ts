import { contents } from '#contract/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.search, () => [])
