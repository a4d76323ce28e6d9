import { tags } from '#contract/tags.ts'
import { users } from '#contract/users.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(users.profile, ({ uuid = '' }) => [tags.profile(uuid)])
