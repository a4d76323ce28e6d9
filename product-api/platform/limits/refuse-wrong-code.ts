import { createHash, timingSafeEqual } from 'node:crypto'
import type { SignedInContext } from '../context.ts'
import { Problem } from '../problem.ts'

type Options = {
  /** The limit of wrong codes by one administrator. */
  limit: 'sendCode' | 'bookCode'
  /** The field with the code, and the message for a wrong one. */
  field: string
  fault: string
  /** The message if the settings have no code. */
  unset: string
}

/**
 * Compares a code with the configured one, in constant time.
 * @throws Problem `unavailable` if none is set, `too_many_requests`, `bad_request` naming the field.
 */
export async function refuseWrongCode(
  ctx: SignedInContext,
  given: string,
  right: string | undefined,
  { limit, field, fault, unset }: Options,
): Promise<void> {
  if (!right) throw new Problem('unavailable', { detail: unset })
  await ctx.limits.refuseIfUsedUp(limit, ctx.actor.id)
  if (timingSafeEqual(hashed(given), hashed(right))) return
  await ctx.limits.count(limit, ctx.actor.id)
  throw new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
}

function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
