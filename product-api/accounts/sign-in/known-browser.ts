import { findKnownBrowser, findSignInHistory } from '#platform/audit.ts'
import type { Caller, Context } from '#platform/context.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'
import { hashToken, newToken } from '../tokens/token.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** What an account knows of a caller. */
export type KnownCaller = {
  /** The hash of the browser's secret: no one else has it. */
  browser: string | undefined
  /** It was signed in to from the same address or network lately, by anyone who shares it. */
  isKnownClient: boolean
}

/** For an unknown account it takes the same time. */
export async function recogniseCaller(ctx: Context, userId = nobody): Promise<KnownCaller> {
  const client = clientOf(ctx.caller)
  const { sameClient } = await findSignInHistory(ctx, ctx.db, { userId, client, device: '', days: knownDays })
  return { browser: await recogniseBrowser(ctx, userId), isKnownClient: client !== '' && sameClient }
}

/** How long an account knows a browser after a sign-in, by its secret, and a client by its address. */
const knownDays = 90

/** This many people share a browser; one more, and the one who was away longest is a stranger there. */
const secretsMost = 3
const secretForm = /^[\w-]{43}$/

/**
 * What a browser keeps from a sign-in on, so that the account knows it again: one secret for each of its people.
 * Random, of each sign-in its own and kept as a hash only, because an address is shared by neighbours and anyone can
 * copy a browser's name. It opens nothing; a caller who sends it is just not counted together with strangers.
 */
export function rememberBrowser(caller: Caller | undefined, replaced: string | undefined) {
  const secret = newToken()
  const others = secretsOf(caller).filter((sent) => hashToken(sent) !== replaced)
  return { browser: [secret, ...others].slice(0, secretsMost).join('.'), secretHash: hashToken(secret) }
}

/**
 * The hash of the secret by which an account knows the caller's browser; for an unknown account it takes the same time.
 */
export function recogniseBrowser(ctx: Context, userId: string): Promise<string | undefined> {
  const browsers = secretsOf(ctx.caller).map(hashToken)
  return findKnownBrowser(ctx, ctx.db, { userId, browsers, days: knownDays })
}

function secretsOf(caller: Caller | undefined): string[] {
  const sent = caller?.knownBrowser?.split('.') ?? []
  return sent.filter((secret) => secretForm.test(secret)).slice(0, secretsMost)
}
