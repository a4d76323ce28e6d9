import { askCurrentUser } from '#components/account/ask-current-user.ts'
import { userState } from '#components/account/user-data.ts'
import type { SaveEffect } from '#lib/saving/events.ts'

/** Another person who is signed in by now, as far as this browser knows without asking. */
export function knownStranger(person: string): string | undefined {
  const known = userState().currentUser?.uuid
  return known === person ? undefined : known
}

/** Who is signed in, according to the server; undefined if no one is, or if there is no answer. */
export async function whoIsSignedIn(): Promise<string | undefined> {
  try {
    return (await askCurrentUser())?.uuid
  } catch {
    return undefined
  }
}

/**
 * Whether a request would be sent as its writer, and who is signed in if not. A new story would belong to that person,
 * so the server is asked before it is made.
 * @throws CallFailure
 */
export async function sessionFor(
  person: string,
  { target, isLastChance }: Extract<SaveEffect, { type: 'send' }>,
): Promise<{ isTheirs: boolean; stranger?: string | undefined }> {
  const stranger = knownStranger(person)
  if (stranger !== undefined) return { isTheirs: false, stranger }
  if (!('draftKey' in target) || isLastChance) return { isTheirs: true }
  const uuid = (await askCurrentUser())?.uuid
  return { isTheirs: uuid === person, stranger: uuid }
}
