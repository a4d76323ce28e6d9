import { newsletters } from '#contract/newsletters.ts'
import { bff } from '#lib/bff/bff.ts'

export const dynamic = 'force-dynamic'
export const GET = bff(newsletters.count)
