import { LRUCache } from 'lru-cache'
import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { isOneAddress } from '#platform/mail/address.ts'
import type { ReadyMail } from '#platform/mail/bulk/bulk-transport.ts'
import { findPublicText, listMailable, type MailedStory } from '#stories/newsletter-stories.ts'
import { listEditions } from '../audience/edition-repository.ts'
import { aboutOf } from '../stories/announce-story.ts'
import { type EditionMail, writeEdition } from './compose-edition.ts'
import { type ComposeDeps, composeRecipientMail } from './compose-recipient-mail.ts'
import type { Claimed } from './ledger-repository.ts'
import { type Addressee, listAddressees } from './recipient-repository.ts'

/** A recipient whose mail can go out: it is put together when its turn comes. */
export type Prepared = { claimed: Claimed; compose: () => Promise<ReadyMail> }
/** One who gets none, and why in a word. */
export type LeftOut = { claimed: Claimed; state: 'left_out' | 'failed'; reason: LeftOutReason }
type LeftOutReason = 'unsubscribed' | 'paused' | 'suppressed' | 'story_gone' | 'gone' | 'bad_address'

export type Preparer = (send: SendRow, claimed: readonly Claimed[]) => Promise<(Prepared | LeftOut)[]>

const editionsKept = 200

/**
 * Looks again, in the moment of sending, who still wants the email and which of its stories are still public. What
 * was written of an edition is kept as long as its stories stay as they are.
 */
export function createPreparer(ctx: Pick<Context, 'db' | 'now'>, deps: ComposeDeps): Preparer {
  const written = new LRUCache<string, EditionMail>({ max: editionsKept })

  async function editionsOf(send: SendRow, ids: string[]): Promise<Map<string, EditionMail | undefined>> {
    const editions = await listEditions(ctx.db, ids)
    const all = [...new Set(editions.flatMap(({ stories }) => stories))]
    const still = new Map((await listMailable(ctx.db, all)).map((story) => [story.id, story]))
    const mails = new Map<string, EditionMail | undefined>()
    for (const { id, stories } of editions) {
      const shown = stories.flatMap((story) => still.get(story) ?? [])
      mails.set(id, shown.length > 0 ? await mailOf(send, id, shown) : undefined)
    }
    return mails
  }

  async function mailOf(send: SendRow, editionId: string, stories: MailedStory[]): Promise<EditionMail> {
    const key = [editionId, ...stories.map(({ id, version }) => `${id} ${version}`)].join()
    const known = written.get(key)
    if (known) return known
    const content = send.kind === 'story' ? await findPublicText(ctx.db, stories[0]?.id ?? '') : undefined
    const mail = writeEdition(deps.site, { send, editionId, stories, content, now: send.createdAt })
    written.set(key, mail)
    return mail
  }

  return async (send, claimed) => {
    const about = await aboutOf(ctx.db, send)
    const ids = claimed.map(({ subscriberId }) => subscriberId)
    const addressees = await listAddressees(ctx.db, about, ids, send.createdAt)
    const editions = await editionsOf(send, [...new Set(claimed.map(({ editionId }) => editionId))])
    return claimed.map((one): Prepared | LeftOut => {
      const addressee = addressees.get(one.subscriberId)
      const edition = editions.get(one.editionId)
      const reason = whyNot(send, addressee, edition, ctx.now())
      if (reason) return { claimed: one, state: reason === 'bad_address' ? 'failed' : 'left_out', reason }
      const sending = { send, edition: edition as EditionMail, addressee: addressee as Addressee, now: ctx.now() }
      return { claimed: one, compose: () => composeRecipientMail(deps, sending) }
    })
  }
}

function whyNot(
  { kind, env }: SendRow,
  addressee: Addressee | undefined,
  edition: EditionMail | undefined,
  now: Date,
): LeftOutReason | undefined {
  if (!addressee) return 'gone'
  if (!isOneAddress(addressee.email)) return 'bad_address'
  if (!edition) return 'story_gone'
  if (env === 'test') return undefined
  // What was put together for a digest may contain what they no longer follow; the next one is right again.
  if (addressee.reasons.length === 0 || (kind === 'digest' && addressee.hasEndedSomething)) return 'unsubscribed'
  if (addressee.pausedUntil && addressee.pausedUntil > now) return 'paused'
  return addressee.isSuppressed ? 'suppressed' : undefined
}
