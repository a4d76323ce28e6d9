import { publications } from '#contract/publications.ts'
import { tags } from '#contract/tags.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(publications.byName, ({ publication = '' }) => [tags.publication(publication)])
