import { currentUser } from '#lib/bff/current-user.ts'

export const dynamic = 'force-dynamic'
export const GET = currentUser
