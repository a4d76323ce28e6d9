import { publications } from '#contract/publications.ts'
import { readPublication } from '#lib/api/publications.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(publications.byName, ({ params }) => readPublication(params.publication))
