import { audit } from '#contract/audit.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentAuditEvent } from './describe-audit-event.ts'
import { listAuditEvents } from './service.ts'

/** The audit log, for administrators. */
export function auditRoutes(api: Api): void {
  endpoint(api, audit.list, async (ctx, call) => {
    const { rows, nextCursor } = await listAuditEvents(ctx, call.query)
    if (nextCursor) linkNext(call, ['action', 'person', 'from', 'until', 'limit'], nextCursor)
    return rows.map(presentAuditEvent)
  })
}
