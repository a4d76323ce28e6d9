import { contents } from '#contract/contents.ts'
import { askForCount } from '#lib/api/contents.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const dynamic = 'force-dynamic'
export const GET = publicRead(contents.count, askForCount)
