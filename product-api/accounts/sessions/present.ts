import type { Session } from '#contract/sessions.ts'
import { nameDevice } from '../name-device.ts'
import type { SessionRow } from '../sessions.ts'

export function presentSession(session: SessionRow, currentId: string | undefined): Session {
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
