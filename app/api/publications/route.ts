import { publications } from '#contract/publications.ts'
import { listPublications } from '#lib/api/publications.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const dynamic = 'force-dynamic'
export const GET = publicRead(publications.list, ({ query }) => listPublications(query))
