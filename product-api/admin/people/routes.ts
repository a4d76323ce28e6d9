import { type AccountSummary, people } from '#contract/people.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { approveMailing, withdrawMailingApproval } from './approve-mailing.ts'
import { changeRole } from './change-role.ts'
import { listPeople, type Person } from './service.ts'
import { liftSuspension, suspend } from './suspend.ts'

/** User management, for administrators. */
export function peopleRoutes(api: Api): void {
  endpoint(api, people.list, async (ctx, call) => {
    const page = await listPeople(ctx, call.query)
    if (page.nextCursor) linkNext(call, ['query', 'filter', 'limit'], page.nextCursor)
    return page.rows.map(presentPerson)
  })
  endpoint(api, people.suspend, async (ctx, { params, body }) =>
    presentPerson(await suspend(ctx, params.uuid, body.reason)),
  )
  endpoint(api, people.liftSuspension, async (ctx, { params }) => presentPerson(await liftSuspension(ctx, params.uuid)))
  endpoint(api, people.approveMailing, async (ctx, { params }) => presentPerson(await approveMailing(ctx, params.uuid)))
  endpoint(api, people.withdrawMailingApproval, async (ctx, { params }) =>
    presentPerson(await withdrawMailingApproval(ctx, params.uuid)),
  )
  endpoint(api, people.changeRole, async (ctx, { params, body }) =>
    presentPerson(await changeRole(ctx, params.uuid, body)),
  )
}

function presentPerson({ user, suspendedByName, approvedByName, lastSeenAt, stories }: Person): AccountSummary {
  return {
    uuid: user.id,
    name: user.name,
    email: user.email,
    email_proven: user.emailProvenAt !== null,
    role: user.role,
    created_at: user.createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    stories,
    suspension: user.suspendedAt && {
      at: user.suspendedAt.toISOString(),
      reason: user.suspendedReason ?? '',
      by: suspendedByName,
    },
    mailing_approval: user.mailingApprovedAt && { at: user.mailingApprovedAt.toISOString(), by: approvedByName },
  }
}
