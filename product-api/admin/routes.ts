import { administration } from '#contract/administration.ts'
import { audit } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { invitations } from '#contract/invitations.ts'
import { type AccountSummary, people } from '#contract/people.ts'
import { site } from '#contract/site.ts'
import { tags } from '#contract/tags.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentAuditEvent } from './audit/describe-audit-event.ts'
import { listAuditEvents } from './audit/list-audit-events.ts'
import { listTopStories, readFigures } from './dashboard/figures.ts'
import { countQueues, discardJob, listTroubledJobs, presentJob, retryJob, retryQueue } from './jobs/service.ts'
import {
  allowPublishing,
  approveMailing,
  changeRole,
  liftSuspension,
  suspend,
  withdrawMailingApproval,
  withdrawPublishing,
} from './people/change-person.ts'
import { invitePeople, listInvited, withdrawInvitation } from './people/invite-people.ts'
import { listPeople, type Person } from './people/service.ts'
import { changeSettings, readSettings } from './settings/change-settings.ts'

/** The calls of the administrators’ pages: people, figures, jobs and the audit log. */
export function adminRoutes(api: Api): void {
  peopleRoutes(api)
  jobRoutes(api)
  invitationRoutes(api)
  settingsRoutes(api)
  endpoint(api, dashboard.figures, (ctx, { query }) => readFigures(ctx, query.days))
  endpoint(api, dashboard.topStories, (ctx, { query }) => listTopStories(ctx, query.days))
  endpoint(api, audit.list, async (ctx, call) => {
    const { rows, nextCursor } = await listAuditEvents(ctx, call.query)
    if (nextCursor) linkNext(call, ['action', 'person', 'from', 'until', 'limit'], nextCursor)
    return rows.map(presentAuditEvent)
  })
}

/** The settings of the site, for everyone and for administrators. */
function settingsRoutes(api: Api): void {
  endpoint(api, site.show, async (ctx) => {
    ctx.shows([tags.site])
    // Whoever asks has heard of a change that this process may not have read yet.
    await ctx.site.refresh(ctx.db)
    return ctx.site.shown
  })
  endpoint(api, site.settings, (ctx) => readSettings(ctx))
  endpoint(api, site.change, (ctx, { body }) => changeSettings(ctx, body))
}

/** User management, for administrators. */
function peopleRoutes(api: Api): void {
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
  endpoint(api, people.allowPublishing, async (ctx, { params }) =>
    presentPerson(await allowPublishing(ctx, params.uuid)),
  )
  endpoint(api, people.withdrawPublishing, async (ctx, { params }) =>
    presentPerson(await withdrawPublishing(ctx, params.uuid)),
  )
  endpoint(api, people.changeRole, async (ctx, { params, body }) =>
    presentPerson(await changeRole(ctx, params.uuid, body)),
  )
}

/** Invitations to create an account. */
function invitationRoutes(api: Api): void {
  endpoint(api, invitations.invite, (ctx, { body }) => invitePeople(ctx, body.emails))
  endpoint(api, invitations.list, async (ctx, call) => {
    const page = await listInvited(ctx, call.query)
    if (page.nextCursor) linkNext(call, ['state', 'limit'], page.nextCursor)
    return page.rows
  })
  endpoint(api, invitations.withdraw, async (ctx, { params }) => {
    await withdrawInvitation(ctx, params.id)
    return { message: 'The invitation is withdrawn.' }
  })
}

function presentPerson({ user, stories, lastSeenAt, ...names }: Person): AccountSummary {
  const { suspendedByName, approvedByName, invitedByName } = names
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
    publishing_approval: user.invitedAt && { at: user.invitedAt.toISOString(), by: invitedByName },
  }
}

/** Queues and failed jobs, for administrators. */
function jobRoutes(api: Api): void {
  endpoint(api, administration.queues, (ctx) => countQueues(ctx))
  endpoint(api, administration.jobs, async (ctx, call) => {
    const { rows, nextCursor } = await listTroubledJobs(ctx, call.query)
    if (nextCursor) linkNext(call, ['state', 'limit'], nextCursor)
    return rows.map(presentJob)
  })
  endpoint(api, administration.retryJob, async (ctx, { params }) => {
    await retryJob(ctx, params.id)
    return { message: 'The job will run straight away.' }
  })
  endpoint(api, administration.retryQueue, async (ctx, { params }) => ({ count: await retryQueue(ctx, params.queue) }))
  endpoint(api, administration.discardJob, async (ctx, { params }) => {
    await discardJob(ctx, params.id)
    return { message: 'The job has been discarded.' }
  })
}
