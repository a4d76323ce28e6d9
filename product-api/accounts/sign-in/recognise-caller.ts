import { findSignInHistory } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import { clientOf } from '#platform/limits/limit-keys.ts'
import { knownDays, recogniseBrowser } from './known-browser.ts'

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
