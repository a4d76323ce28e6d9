import { passkeys } from '#contract/sessions.ts'
import { bff } from '#lib/bff/bff.ts'

export const dynamic = 'force-dynamic'
export const DELETE = bff(passkeys.remove)
