import { users } from '#contract/users.ts'
import { bff } from '#lib/bff/bff.ts'

export const dynamic = 'force-dynamic'
export const POST = bff(users.signup)
