import { sessions } from '#contract/sessions.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { presentSession } from './present.ts'
import { endAllSessions, endSession, listSessions } from './sessions.ts'

/** Where one is signed in. */
export function sessionRoutes(api: Api, { context }: { context: Context }): void {
  endpoint(api, sessions.list, async ({ actor, caller }) => {
    const own = await listSessions({ ...context, actor, caller })
    return own.map((session) => presentSession(session, actor.sessionId))
  })
  endpoint(api, sessions.end, async ({ actor, caller, params }) => {
    await endSession({ ...context, actor, caller }, params.id)
    return { message: 'This session is ended.' }
  })
  endpoint(api, sessions.endAll, async ({ actor, caller }) => {
    await endAllSessions({ ...context, actor, caller })
    return { message: 'You are logged out everywhere.' }
  })
}
