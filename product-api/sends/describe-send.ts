import { categoryName } from '#contract/categories.ts'
import type { SendRow } from '../db/tables/sends.ts'
import type { Reason } from './addressee-repository.ts'

type About = Pick<SendRow, 'kind' | 'category' | 'frequency'>

/** A send in words: for administrators (`about`, e.g. `Fiction, weekly`), and as the title of its mail. */
export function describeSend(
  { kind, category, frequency }: About,
  productName: string,
  storyTitle?: string,
): { about: string; title: string } {
  if (kind === 'story') return { about: storyTitle ?? 'A story', title: storyTitle ?? productName }
  if (kind === 'digest') return { about: 'Everybody’s own digests', title: 'New in what you follow' }
  const name = categoryName(category ?? 'all', productName)
  return {
    about: `${name}, ${frequency ?? ''}`,
    title: `${name}, ${frequency === 'daily' ? 'today' : 'this week'}`,
  }
}

/** Why somebody gets a mail, as its footer says it. */
export function describeReasons(reasons: readonly Reason[], productName: string): string {
  if (reasons.length === 0) return `This is a test mail from ${productName}, for you alone.`
  const things = reasons.slice(0, 5).map((reason) => nameOf(reason, productName))
  const more = reasons.length > things.length ? [`${reasons.length - things.length} more`] : []
  return `You get this mail because you follow ${new Intl.ListFormat('en').format([...things, ...more])}.`
}

function nameOf({ category, publicationName, authorName }: Reason, productName: string): string {
  if (category) return categoryName(category, productName)
  return publicationName ?? authorName ?? 'an author'
}
