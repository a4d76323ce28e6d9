import { askCurrentUser } from '#components/account/ask-current-user.ts'
import { userState } from '#components/account/user-data.ts'
import type { SaveEffect } from '#lib/saving/events.ts'

/** Somebody else who is signed in by now, as far as this browser knows without asking. */
export function knownStranger(person: string): string | undefined {
  const known = userState().currentUser?.uuid
  return known === person ? undefined : known
}

/** Who is signed in, by the server's word; nothing where nobody is, or nobody answers. */
export async function whoIsSignedIn(): Promise<string | undefined> {
  try {
    return (await askCurrentUser())?.uuid
  } catch {
    return undefined
  }
}

/**
 * Whether a request would go out as its writer's, and who is signed in if it would not. A new story would belong to whoever
 * that is, so the server is asked before it is made.
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
