import { logout } from '#lib/bff/session-end.ts'

export const dynamic = 'force-dynamic'
export const POST = logout
