import type { AccountSummary } from '#contract/people.ts'
import type { Person } from './service.ts'

export function presentPerson({ user, suspendedByName, approvedByName, lastSeenAt, stories }: Person): AccountSummary {
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
