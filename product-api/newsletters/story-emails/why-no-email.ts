import { type DigestFrequency, frequencyTable, isDigest } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import type { MailingRow } from '#platform/db/tables/newsletters.ts'
import type { SuppressionRow } from '#platform/db/tables/subscriptions.ts'
import { invalidField } from '#platform/problem.ts'
import { findId, slugInAddress } from '#stories/load-story.ts'
import { findMailing } from '#stories/mailings.ts'
import { findAnnouncedStory, newSince } from '../audience/audience.ts'
import { reasonInWords } from '../audience/describe-send.ts'
import { isDue, nextMorning } from '../digest/next-morning.ts'
import type { AskedAddress, AskedStory, LedgerEntry, Match } from './why-no-email-repository.ts'
import * as repository from './why-no-email-repository.ts'

/**
 * Why an address got no email about a story, or when it got one, in a sentence for administrators. All reasons are here,
 * in the order in which sending decides: the ledger first, which has what happened; then what keeps an address, a story
 * or a subscription out of a snapshot, as it is now.
 * @param asked `story`: its id, its address, or a slug that it has or had.
 * @throws Problem `bad_request` naming the story if it does not exist.
 */
export async function whyNoEmail(ctx: Context, asked: { email: string; story: string }): Promise<string> {
  const { db } = ctx
  const now = ctx.now()
  const storyId = await findId(db, slugInAddress(asked.story.trim()))
  const story = storyId && (await repository.findStory(db, storyId))
  if (!story) throw invalidField('story', 'We can’t find this story.')
  const address = await repository.findAddress(db, asked.email.trim(), now)
  if (!address) return 'We don’t know this address: it has never subscribed to anything, or was deleted.'
  const entry = await repository.findLedgerEntry(db, { subscriberId: address.id, storyId: story.id })
  if (entry) return ofLedger(entry)
  if (address.welcomeStories.includes(story.id)) return 'This address had the story in its welcome email.'
  const unreachable = ofAddress(address)
  if (unreachable) return unreachable
  const announced = await findAnnouncedStory(db, story.id)
  if (!announced) return 'The story can’t be emailed: it is not public, or its author is suspended.'
  const matches = await repository.listMatches(db, address.id, announced)
  if (matches.length === 0) return 'This address is not subscribed to the story’s category, publication or author.'
  const mailing = await findMailing(db, story.id)
  const digest = ofDigest(ctx, { address, story, mailing, matches })
  if (digest?.isToCome) return digest.sentence
  const immediate = matches.filter(({ frequency }) => !isDigest(frequency))
  if (immediate.length > 0) return ofStorySend(ctx, { address, story, mailing, matches: immediate })
  return digest?.sentence ?? unexplained
}

const unexplained = 'We can’t tell: no reason is recorded.'

function ofLedger({ state, reason, tries, kind, sendState, dueAt, changedAt }: LedgerEntry): string {
  const email = {
    story: 'The email about this story',
    digest: 'The digest with this story',
    campaign: 'The newsletter with this story',
  }[kind]
  switch (state) {
    case 'sent':
      return `${email} was sent on ${at(changedAt)}.`
    case 'uncertain':
      return `${email} may not have arrived: ${lowerFirst(reasonInWords(reason))}.`
    case 'sending':
      return `${email} is being sent right now.`
    case 'queued':
      if (sendState === 'paused') return `${email} waits because sending is paused.`
      return tries > 0
        ? `${email} was deferred by the mail server and is tried again on ${at(dueAt)}.`
        : `${email} is waiting for its turn.`
    case 'cancelled':
      return `${email} was cancelled by an administrator before it went out.`
    case 'bounced':
    case 'failed':
      return `${email} did not arrive: ${lowerFirst(reasonInWords(reason))}.`
    case 'left_out':
      return `${email} was not sent: ${lowerFirst(reasonInWords(reason))}.`
  }
}

const suppressions: Record<SuppressionRow['reason'], string> = {
  hard_bounce: 'the mailbox does not exist',
  soft_bounces: 'emails bounced again and again',
  complaint: 'an email was reported as spam',
  manual: 'an administrator added it',
}

function ofAddress(address: AskedAddress): string | undefined {
  if (!address.isSubscribed && address.isPending) return 'This address has not confirmed its subscription yet.'
  if (!address.isSubscribed) {
    return address.endedAt
      ? `This address ended its subscriptions on ${at(address.endedAt)}.`
      : 'This address is not subscribed to anything.'
  }
  if (address.isPaused && address.pausedUntil)
    return `This address has paused all emails until ${at(address.pausedUntil)}.`
  if (address.suppression) return `This address is on the suppression list: ${suppressions[address.suppression]}.`
  return address.isSuspended ? 'The account of this address is suspended.' : undefined
}

type Asked = {
  address: AskedAddress
  story: AskedStory
  mailing: MailingRow | undefined
  matches: readonly Match[]
}

/** Digests bring a story whether or not it was published with 'Send Newsletter', as `sendDigests` decides. */
function ofDigest(
  ctx: Context,
  { address, story, mailing, matches }: Asked,
): { sentence: string; isToCome: boolean } | undefined {
  const now = ctx.now()
  const digests = matches.filter((match): match is Match & { frequency: DigestFrequency } => isDigest(match.frequency))
  if (digests.length === 0) return undefined
  const allowed = digests.filter(({ isFollower }) => isFollower || story.goesToSubscribers)
  if (allowed.length === 0) return { sentence: notToSubscribers(mailing), isToCome: false }
  const { publishedAt } = story
  const fresh = allowed.filter(
    ({ confirmedAt, frequency }) =>
      publishedAt && publishedAt > newSince({ confirmedAt, pausedUntil: address.pausedUntil }, frequency, now),
  )
  if (!publishedAt || fresh.length === 0) {
    return {
      sentence: 'The story was published too long before this address subscribed, or during its pause.',
      isToCome: false,
    }
  }
  const due = fresh.map(({ frequency }) => ({ frequency, dueAt: dueAt(ctx, address, frequency) }))
  const [next] = due.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  if (!next) return undefined
  const name = `${frequencyTable[next.frequency].words} digest`
  return {
    sentence:
      next.dueAt <= now
        ? `The story will be in this address’s ${name}, which is being prepared.`
        : `The story will be in this address’s ${name}, which is not due before ${at(next.dueAt)}.`,
    isToCome: true,
  }
}

function dueAt({ now, newsletters }: Context, address: AskedAddress, frequency: DigestFrequency): Date {
  const morning = { timeZone: address.timeZone, hour: newsletters.digestHour, frequency }
  const { digestAt } = address
  return digestAt && digestAt <= now() && isDue(morning, digestAt, now()) ? digestAt : nextMorning(morning, now())
}

/** An email for each story, as `announceStory` and the snapshot of its send decide. */
async function ofStorySend(ctx: Context, { address, story, mailing, matches }: Asked): Promise<string> {
  const isFollower = matches.some((match) => match.isFollower)
  const sends = await repository.listStorySends(ctx.db, story.id)
  if (!mailing && sends.length === 0) return 'The story was published without “Send Newsletter”.'
  if (mailing?.state === 'refused')
    return `The story was emailed to no one: ${refusals[mailing.reason ?? 'no_author']}.`
  if (!isFollower && mailing && mailing.state !== 'sent') return notToSubscribers(mailing)
  const send = sends.find(({ audience }) => audience !== (isFollower ? 'subscribers' : 'followers'))
  if (!send) return 'The story is about to be emailed.'
  if (send.state === 'freezing') return 'The recipients of the story are being written down right now.'
  const { snapshotAt } = send
  if (!snapshotAt)
    return `Sending the story was cancelled on ${at(send.createdAt)}, before its recipients were written down.`
  if (matches.every(({ confirmedAt }) => confirmedAt > snapshotAt)) {
    return `The story was emailed on ${at(snapshotAt)}, before this address subscribed.`
  }
  if (address.pausedUntil && address.pausedUntil > snapshotAt) {
    return `The story was emailed on ${at(snapshotAt)}, while this address had paused all emails.`
  }
  return `The story was emailed on ${at(snapshotAt)}. At that time, this address was paused, suppressed or subscribed differently.`
}

const refusals: Record<NonNullable<MailingRow['reason']>, string> = {
  no_author: 'it has no author',
  suspended: 'its author is suspended',
  unproven: 'its author has not confirmed an email address',
  new_author: 'its author is new',
  one_a_day: 'another story of its author went out that day',
}

/** Why a story goes to its followers only. */
function notToSubscribers(mailing: MailingRow | undefined): string {
  if (mailing?.state === 'declined')
    return 'An administrator decided not to send the story to the subscribers of its category.'
  if (mailing?.state === 'held')
    return 'The story waits for an administrator before it goes to the subscribers of its category.'
  return 'The author of the story may not email the subscribers of its category yet.'
}

function at(time: Date): string {
  const words = time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${words} UTC`
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
