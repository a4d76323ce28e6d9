import { publications } from '#contract/publications.ts'
import { bff } from '#lib/bff/bff.ts'

export const dynamic = 'force-dynamic'
export const GET = bff(publications.ofUser)
