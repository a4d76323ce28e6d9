import type { Caller } from '#platform/context.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'

/** Who wants a password looked at, for the share of the places that one may wait in. */
export type Requester = { client: string; isKnown: boolean }

/** A requester of whom only the address is known; others may share it. */
export function unknownRequester(caller: Caller | undefined): Requester {
  return { client: clientOf(caller), isKnown: false }
}

/**
 * A requester who has proved to belong to an account: by a session, an email's link, or a browser that it has let in
 * before.
 */
export function knownRequester(userId: string): Requester {
  return { client: userId, isKnown: true }
}
