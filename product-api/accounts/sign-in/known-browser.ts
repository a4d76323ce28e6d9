import { findKnownBrowser, findSignInHistory } from '#platform/audit.ts'
import type { Caller, Context } from '#platform/context.ts'
import { clientOf } from '#platform/limits/limits.ts'
import { hashToken, newToken } from '../sessions.ts'

/** How long an account recognises a browser by its secret, and a client by its address, after a sign-in. */
const knownDays = 90
/** How many people can share a browser; one more replaces the secret that was used longest ago. */
const secretsMost = 3
const secretForm = /^[\w-]{43}$/
const unknownUserId = '00000000-0000-0000-0000-000000000000'

/** Whether a caller has signed in to an account before. */
export type KnownCaller = {
  /** The hash of the browser's secret, if the account knows it. */
  browser: string | undefined
  /** Whether somebody at this address or network has signed in to the account lately. */
  isKnownClient: boolean
}

/** Takes the same time for an unknown account, so that timing doesn't reveal which addresses have one. */
export async function recogniseCaller(ctx: Context, userId = unknownUserId): Promise<KnownCaller> {
  const client = clientOf(ctx.caller)
  const { sameClient } = await findSignInHistory(ctx, ctx.db, { userId, client, device: '', days: knownDays })
  return { browser: await recogniseBrowser(ctx, userId), isKnownClient: client !== '' && sameClient }
}

/**
 * Creates the secret by which an account recognises a browser after a sign-in, and adds it to the secrets of the other
 * people who use that browser. A random secret, because neighbours share an address and anyone can copy a user agent.
 * It gives no access: it only has failed sign-ins counted apart from those of strangers.
 */
export function rememberBrowser(caller: Caller | undefined, replaced: string | undefined) {
  const secret = newToken()
  const others = secretsOf(caller).filter((sent) => hashToken(sent) !== replaced)
  return { browser: [secret, ...others].slice(0, secretsMost).join('.'), secretHash: hashToken(secret) }
}

/** The hash of the secret by which an account knows the caller's browser; in the same time for an unknown account. */
export function recogniseBrowser(ctx: Context, userId: string): Promise<string | undefined> {
  const browsers = secretsOf(ctx.caller).map(hashToken)
  return findKnownBrowser(ctx, ctx.db, { userId, browsers, days: knownDays })
}

function secretsOf(caller: Caller | undefined): string[] {
  const sent = caller?.knownBrowser?.split('.') ?? []
  return sent.filter((secret) => secretForm.test(secret)).slice(0, secretsMost)
}
