import { authHandler } from '#lib/session/auth-handler.ts'

export const dynamic = 'force-dynamic'
export const GET = authHandler
export const POST = authHandler
