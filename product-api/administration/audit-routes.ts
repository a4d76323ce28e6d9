import { audit } from '#contract/audit.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { linkNext } from '../http/links.ts'
import { listAuditEvents } from './audit-service.ts'
import { presentAuditEvent } from './present-audit-event.ts'

/** Who did what, for administrators. */
export function auditRoutes(api: Api): void {
  endpoint(api, audit.list, async (ctx, call) => {
    const { events, nextCursor } = await listAuditEvents(ctx, call.query)
    if (nextCursor) linkNext(call, ['action', 'person', 'from', 'until', 'limit'], nextCursor)
    return events.map(presentAuditEvent)
  })
}
