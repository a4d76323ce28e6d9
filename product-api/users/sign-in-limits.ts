import type { Context } from '../context.ts'

/** One try to sign in with a password. */
export type Attempt = {
  /** In lower case, whether it has an account or not. */
  email: string
  client: string
  /** Whether the account was signed in to from this address lately. */
  isKnownClient: boolean
}

/**
 * Counts the try for its account and address together. What all of an address, or all of an account, has failed at stops
 * only clients that the account does not know: a neighbour must not lock out an office, nor a stranger the owner.
 * @throws Problem `too_many_requests`.
 */
export async function takeAttempt({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  // Counted before the password is looked at, so that many at once are no way around it.
  await limits.take('loginPair', pairOf(attempt))
  if (attempt.isKnownClient) return
  await limits.refuse('loginAddress', attempt.client)
  await limits.refuse('loginAccount', attempt.email)
}

export async function countFailure({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  if (attempt.isKnownClient) return
  await limits.count('loginAddress', attempt.client)
  await limits.count('loginAccount', attempt.email)
}

export async function forgetAttempts({ limits }: Pick<Context, 'limits'>, attempt: Attempt): Promise<void> {
  await limits.forget('loginPair', pairOf(attempt))
}

function pairOf({ email, client }: Attempt): string {
  return `${email} ${client}`
}
