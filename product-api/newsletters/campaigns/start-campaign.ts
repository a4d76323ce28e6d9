import { createHash } from 'node:crypto'
import { allCategories, categoryName, findCategory } from '#contract/categories.ts'
import type { DigestFrequency } from '#contract/frequencies.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { dayMs, dayOf } from '#platform/days.ts'
import type { Db } from '#platform/db/client.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import { refuseWrongCode } from '#platform/limits/refuse-wrong-code.ts'
import { domainOf } from '#platform/mail/address.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { findOrCreateSubscriber } from '#subscriptions/subscribe.ts'
import { sampleStories } from '../audience/audience.ts'
import { createSend, findSendByKey, insertPersonalRecipients } from '../audience/send-repository.ts'

type CampaignInput = { code: string; category: string; frequency: DigestFrequency; env: 'test' | 'prod' }

/**
 * Sends a list its digest: each confirmed subscriber gets the stories they have not had. In the environment `test` the
 * email goes to the caller only, with all stories of the period.
 * @returns the send's id.
 * @throws Problem `bad_request` for a wrong code or list, `already_done` if it was sent before, `unavailable` without a
 * code.
 */
export async function startCampaign(ctx: SignedInContext, input: CampaignInput): Promise<string> {
  await refuseWrongCode(ctx, input.code, ctx.newsletters.sendCode, {
    ...{ limit: 'sendCode', field: 'code', fault: 'That code is wrong.' },
    unset: 'Sending by hand is switched off. To switch it on, set NEWSLETTER_SEND_CODE.',
  })
  refuseUnknownList(ctx, input.category)
  const { category, frequency, env } = input
  const period = periodOf(frequency, ctx.now())
  const of = { category, frequency, env, period }
  const isThere = async (id: string) => (await findSendByKey(ctx.db, campaignKey(of)))?.id === id
  if (env === 'test') return transaction(ctx.db, (tx) => sendTest(ctx, tx, of))
  return transaction(ctx.db, (tx) => begin(ctx, tx, of), { isThere })
}

type Of = Omit<CampaignInput, 'code'> & { period: string }

async function begin(ctx: SignedInContext, tx: Db, of: Of): Promise<string> {
  const key = campaignKey(of)
  const sendId = await createSend(ctx, tx, { kind: 'campaign', ...of, key, state: 'freezing', createdBy: ctx.actor.id })
  if (!sendId) throw sentAlready(ctx, of)
  await ctx.queue.enqueue(tx, 'freeze-send', { sendId })
  await recordAudit(ctx, tx, { action: 'newsletter_sent', details: { ...of, send: sendId } })
  return sendId
}

async function sendTest(ctx: SignedInContext, tx: Db, of: Of): Promise<string> {
  const stories = await sampleStories(tx, of, ctx.now())
  if (stories.length === 0) {
    throw new Problem('not_possible', { detail: 'This list has no stories yet, so there’s nothing to send.' })
  }
  const { id: subscriberId, email } = await findOrCreateSubscriber(ctx, tx, ctx.actor.email)
  const now = ctx.now()
  // A test may be sent again once its stories have changed.
  const versions = createHash('sha256').update(stories.map(({ id, version }) => `${id} ${version}`).join())
  const key = `${campaignKey(of)}:${ctx.actor.id}:${versions.digest('base64url').slice(0, 16)}`
  const sendId = await createSend(ctx, tx, { kind: 'campaign', ...of, key, state: 'sending', createdBy: ctx.actor.id })
  if (!sendId) throw new Problem('already_done', { detail: 'This exact email has already been sent to you.' })
  await insertPersonalRecipients(
    tx,
    sendId,
    [{ subscriberId, subscriptionId: null, domain: domainOf(email), stories }],
    now,
  )
  afterCommit(tx, ctx.wakeSender)
  return sendId
}

function sentAlready({ categories }: Context, { category, frequency, period }: Of): Problem {
  const name = categoryName(category, categories)
  return new Problem('already_done', {
    detail: `The ${frequency} ${name} newsletter for ${period} has already been sent.`,
  })
}

/** The unique key of a campaign: its list, and the day or week that it is for. The same key is sent once. */
export function campaignKey(of: { env: 'test' | 'prod'; category: string; frequency: string; period: string }): string {
  return `campaign:${of.env}:${of.category}:${of.frequency}:${of.period}`
}

/** @throws Problem `bad_request` naming `category`. */
export function refuseUnknownList({ categories }: Context, category: string): void {
  if (category === allCategories || findCategory(category, categories)) return
  throw invalidField('category', 'This category does not exist.')
}

/** The period of a digest, in UTC: `2026-11-23`, or the ISO 8601 week `2026-W48`. */
export function periodOf(frequency: DigestFrequency, now: Date): string {
  return periodNames[frequency](now)
}

const periodNames: Record<DigestFrequency, (now: Date) => string> = {
  daily: dayOf,
  weekly: (now) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
    // A week belongs to the year that has its Thursday.
    day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
    const week = Math.ceil(((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / dayMs + 1) / 7)
    return `${day.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
  },
}
