import { categoryName } from '#contract/categories.ts'
import { frequencyTable } from '#contract/frequencies.ts'
import type { Context } from '#platform/context.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'

type Names = Pick<Context, 'productName' | 'categories'>

/** Describes a send: for administrators (`about`, e.g. `Fiction, weekly`), and as the title of its email. */
export function describeSend(
  { kind, category, frequency }: Pick<SendRow, 'kind' | 'category' | 'frequency'>,
  { productName, categories }: Names,
  storyTitle?: string,
): { about: string; title: string } {
  if (kind === 'story') return { about: storyTitle ?? 'A story', title: storyTitle ?? productName }
  if (kind === 'digest') return { about: 'Personal digests', title: 'New from what you follow' }
  const name = categoryName(category ?? 'all', categories)
  return {
    about: `${name}, ${frequency ?? ''}`,
    title: frequency ? `${name}, ${frequencyTable[frequency].digest.span}` : name,
  }
}

/** A subscription that is why a subscriber gets an email. */
export type Reason = {
  uuid: string
  category: string | null
  publicationName: string | null
  authorName: string | null
}

/** Why a recipient gets an email, for its footer. */
export function describeReasons(reasons: readonly Reason[], { productName, categories }: Names): string {
  if (reasons.length === 0) return `This is a test email from ${productName}, sent only to you.`
  const things = reasons
    .slice(0, 5)
    .map(({ category, publicationName, authorName }) =>
      category ? categoryName(category, categories) : (publicationName ?? authorName ?? 'an author'),
    )
  const more = reasons.length > things.length ? [`${reasons.length - things.length} more`] : []
  return `You’re receiving this email because you follow ${new Intl.ListFormat('en-GB').format([...things, ...more])}.`
}

const reasons: Record<string, string> = {
  unsubscribed: 'Unsubscribed before it went out',
  paused: 'Paused before it went out',
  suppressed: 'The address is on the suppression list',
  story_gone: 'The story was unpublished, or its author suspended',
  gone: 'The subscriber was deleted',
  bad_address: 'The address is not valid',
  gave_up: 'Given up after the mail server deferred it again and again',
  refused: 'Refused by the mail server',
  cut_off: 'The connection broke before the mail server answered',
  process_ended: 'The sending process ended before the mail server answered',
  hard: 'Bounced: the address does not exist',
  soft: 'Bounced again and again',
  policy: 'Refused because of its content or sender, not the address',
  complaint: 'Reported as spam',
}

/** Why a recipient did not get the email, as the ledger has it. */
export function reasonInWords(reason: string | null): string {
  return (reason && reasons[reason]) ?? 'No reason is known'
}
