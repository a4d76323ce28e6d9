import { users } from '#contract/users.ts'
import { bff } from '#lib/bff/bff.ts'

/** Not one of the answers that are kept: administrators see an address that its owner hides. */
export const GET = bff(users.profile)
