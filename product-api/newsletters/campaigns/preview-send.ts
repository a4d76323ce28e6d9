import type { DigestFrequency } from '#contract/frequencies.ts'
import type { SendPreview } from '#contract/sends.ts'
import type { SignedInContext } from '#platform/context.ts'
import { countList } from '#platform/db/counters.ts'
import type { SendScope } from '../audience/audience.ts'
import { listNews, periodMs, sampleStories } from '../audience/audience.ts'
import { countPaused, countReceiving, exactMost } from '../audience/count-audience.ts'
import { findSendByKey } from '../audience/send-repository.ts'
import { previewEdition } from '../delivery/compose-edition.ts'
import { checkMail } from './check-mail.ts'
import { campaignKey, periodOf, refuseUnknownList } from './start-campaign.ts'

/** Counts the recipients of a campaign and composes its email; nothing is sent. @throws Problem `bad_request` for an unknown list. */
export async function previewSend(
  ctx: SignedInContext,
  of: { category: string; frequency: DigestFrequency },
): Promise<SendPreview> {
  refuseUnknownList(ctx, of.category)
  const now = ctx.now()
  const about = { kind: 'campaign', ...of } as const
  const period = periodOf(of.frequency, now)
  const [recipients, paused, before, stories] = await Promise.all([
    countList(ctx.db, `category:${of.category}`, [of.frequency]),
    countPaused(ctx.db, about, now),
    findSendByKey(ctx.db, campaignKey({ ...of, env: 'prod', period })),
    sampleStories(ctx.db, of, now),
  ])
  const receiving = await countReceivingOf(ctx, about, { recipients, now })
  const facts = { recipients, paused, receiving, period, sent_already: before !== undefined, stories: stories.length }
  if (stories.length === 0) return { ...facts, subject: '', html: '', text: '', bytes: 0, findings: [] }
  const send = { ...about, env: 'prod' } as const
  const reason = { uuid: '', category: of.category, publicationName: null, authorName: null }
  const mail = previewEdition(ctx, { send, stories, now }, reason)
  const findings = await checkMail(ctx, mail)
  return { ...facts, ...mail, bytes: Buffer.byteLength(mail.html), findings }
}

async function countReceivingOf(
  { db }: SignedInContext,
  about: SendScope & { category: string; frequency: DigestFrequency },
  { recipients, now }: { recipients: number; now: Date },
): Promise<number | null> {
  if (recipients > exactMost) return null
  const news = await listNews(db, about.category, now)
  return countReceiving(db, about, news, { periodAgo: new Date(now.getTime() - periodMs(about.frequency)), now })
}
