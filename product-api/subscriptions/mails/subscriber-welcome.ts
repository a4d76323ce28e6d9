import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'
import { wordAtMost } from '#story-html/excerpt.ts'
import { lineAtMost, type MailStory, storyBlock } from '../newsletter-mail.ts'

type Welcome = {
  /** The subscriptions of the address, in words. */
  about: string[]
  stories: readonly MailStory[]
  preferencesUrl: string
  unsubscribeUrl: string
}

/** For a subscriber who has confirmed a first subscription: a few stories, shown as newsletters show them. */
export function subscriberWelcome(
  site: MailSite,
  { about, stories, preferencesUrl, unsubscribeUrl }: Welcome,
): MailText {
  const { productName } = site
  const many = stories.length > 1
  return {
    subject: `Welcome to ${productName}: ${many ? 'a few stories' : 'a story'} to start with`,
    preview: wordAtMost(stories.map(({ title }) => lineAtMost(title, 80)).join(' · '), 200),
    heading: `Welcome to ${productName}`,
    blocks: [
      { kind: 'paragraph', words: 'Your subscription is confirmed. From now on we’ll email you:' },
      { kind: 'list', entries: about },
      {
        kind: 'paragraph',
        words: many ? 'Until then, here are the latest stories:' : 'Until then, here is the latest story:',
      },
      ...stories.flatMap((story, index): Block[] =>
        index === 0 ? [storyBlock(site, story, 'large')] : [{ kind: 'divider' }, storyBlock(site, story, 'row')],
      ),
      { kind: 'divider' },
      {
        kind: 'note',
        words: [
          'Fewer emails, or a break? ',
          { text: 'Choose what you get', url: preferencesUrl },
          ', or ',
          { text: 'unsubscribe', url: unsubscribeUrl },
          '.',
        ],
      },
    ],
    reason: `You’re receiving this email once, because you confirmed your subscription to ${productName}.`,
  }
}
