import { sessions } from '#contract/sessions.ts'
import { bff } from '#lib/bff/bff.ts'
import { endingSession } from '#lib/bff/session-end.ts'

export const dynamic = 'force-dynamic'
export const GET = bff(sessions.list)
export const DELETE = endingSession(bff(sessions.endAll))
