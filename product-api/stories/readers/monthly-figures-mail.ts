import { paths } from '#contract/paths.ts'
import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'

export type MonthlyFigures = {
  reads: number
  finished: number
  subscribed: number
  newFollowers: number
  best: { slug: string; title: string; reads: number } | undefined
}

const nameOfMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const written = new Intl.NumberFormat('en-GB')

/** The email to a writer about the readers of one month; `month` is its first day. */
export function monthlyFiguresMail(
  { productName, publicUrl }: MailSite,
  { name, month, figures }: { name: string; month: string; figures: MonthlyFigures },
): MailText {
  const { reads, finished, subscribed, newFollowers, best } = figures
  const when = nameOfMonth.format(new Date(month))
  const lines = [
    `Your stories were read ${times(reads)}.`,
    ...(finished > 0 ? [`Readers reached the end ${times(finished)}.`] : []),
    ...(subscribed > 0 ? [`${people(subscribed)} subscribed from one of your stories.`] : []),
    ...(newFollowers > 0 ? [`${people(newFollowers)} began to follow you.`] : []),
  ]
  return {
    subject: `Your readers in ${when}`,
    preview: lines[0] ?? '',
    heading: `Your readers in ${when}`,
    blocks: [
      { kind: 'paragraph', words: `Hello ${name},` },
      { kind: 'list', entries: lines },
      ...(best ? [bestStory(publicUrl, best)] : []),
      { kind: 'button', label: 'See your stories', url: `${publicUrl}${paths.ownStories}`, isAddressHidden: true },
      { kind: 'note', words: 'These are sums. We keep nothing about who reads.' },
    ],
    reason: `You’re receiving this email because you asked ${productName} for one about your readers each month.`,
    footerLinks: [{ label: 'Turn these emails off', url: `${publicUrl}${paths.ownNewsletters}` }],
  }
}

function bestStory(publicUrl: string, { slug, title, reads }: { slug: string; title: string; reads: number }): Block {
  const link = { text: title, url: `${publicUrl}${paths.article(slug)}` }
  return { kind: 'paragraph', words: ['Most read was ', link, `, ${times(reads)}.`] }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${written.format(count)} times`
}

function people(count: number): string {
  return count === 1 ? 'One person' : `${written.format(count)} people`
}
