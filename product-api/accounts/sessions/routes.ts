import { type Session, sessions } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { nameDevice } from '../name-device.ts'
import { endAllSessions, endSession, listSessions, type SessionRow, signOut } from '../sessions.ts'

/** Where a person is signed in. */
export function sessionRoutes(api: Api): void {
  endpoint(api, users.logout, async (ctx) => {
    await signOut(ctx)
    return { message: 'You’re logged out.' }
  })
  endpoint(api, sessions.list, async (ctx) => {
    const own = await listSessions(ctx)
    return own.map((session) => presentSession(session, ctx.actor.sessionId))
  })
  endpoint(api, sessions.end, async (ctx, { params }) => {
    await endSession(ctx, params.id)
    return { message: 'This session has ended.' }
  })
  endpoint(api, sessions.endAll, async (ctx) => {
    await endAllSessions(ctx)
    return { message: 'You’re logged out everywhere.' }
  })
}

function presentSession(session: SessionRow, currentId: string | undefined): Session {
  return {
    id: session.id,
    current: session.id === currentId,
    method: session.method,
    device: nameDevice(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  }
}
