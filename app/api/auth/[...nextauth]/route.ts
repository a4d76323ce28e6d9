import { authHandler } from '#lib/session/handler.ts'

export const dynamic = 'force-dynamic'
export const GET = authHandler
export const POST = authHandler
