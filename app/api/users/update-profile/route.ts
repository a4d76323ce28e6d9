import { tags } from '#contract/tags.ts'
import { users } from '#contract/users.ts'
import { bff } from '#lib/bff/bff.ts'

export const dynamic = 'force-dynamic'
export const POST = bff(users.updateProfile, { purge: ({ uuid }) => [tags.profile(uuid), tags.author(uuid)] })
