import { nameDevice } from '#accounts/name-device.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { describeAuditEvent } from './describe-audit-event.ts'
import type { EventRow } from './repository.ts'

export function presentAuditEvent(event: EventRow): AuditEntry {
  const { id, at, action, actorId, actorName, userId, userName, email, address, userAgent, details } = event
  return {
    ...{ _id: id, at: at.toISOString(), action },
    sentence: describeAuditEvent(action, details),
    actor: actorId ? { uuid: actorId, name: actorName ?? '' } : null,
    person: userId ? { uuid: userId, name: userName ?? '' } : null,
    ...{ email, address, device: nameDevice(userAgent) },
  }
}
