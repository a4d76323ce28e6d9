import { sessions } from '#contract/sessions.ts'
import { users } from '#contract/users.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { endAllSessions, endSession, listSessions, signOut } from '../sessions.ts'
import { presentSession } from './present.ts'

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
