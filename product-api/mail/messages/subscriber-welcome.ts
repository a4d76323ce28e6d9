import { wordAtMost } from '#content/excerpt.ts'
import type { Block, MailSite, MailText } from '../blocks.ts'
import { lineAtMost, type MailStory, storyBlock } from './newsletter.ts'

type Welcome = {
  /** What the address is subscribed to, in words. */
  about: string[]
  stories: readonly MailStory[]
  preferencesUrl: string
  unsubscribeUrl: string
}

/** For whoever has confirmed a first subscription: a few stories of what they will get, as newsletters show them. */
export function subscriberWelcome(
  site: MailSite,
  { about, stories, preferencesUrl, unsubscribeUrl }: Welcome,
): MailText {
  const { productName } = site
  const many = stories.length > 1
  return {
    subject: `Welcome to ${productName}: ${many ? 'a few stories' : 'a story'} to begin with`,
    preview: wordAtMost(stories.map(({ title }) => lineAtMost(title, 80)).join(' · '), 200),
    heading: `Welcome to ${productName}`,
    blocks: [
      { kind: 'paragraph', words: 'Your subscription is confirmed. From now on you get by mail:' },
      { kind: 'list', entries: about },
      { kind: 'paragraph', words: many ? 'Until then, here are the latest:' : 'Until then, here is the latest:' },
      ...stories.flatMap((story, index): Block[] =>
        index === 0 ? [storyBlock(site, story, 'large')] : [{ kind: 'divider' }, storyBlock(site, story, 'row')],
      ),
      { kind: 'divider' },
      {
        kind: 'note',
        words: [
          'Fewer mails, or a pause? ',
          { text: 'Choose what you get', url: preferencesUrl },
          ', or ',
          { text: 'unsubscribe', url: unsubscribeUrl },
          '.',
        ],
      },
    ],
    reason: `You get this mail once, because you have confirmed your subscription to ${productName}.`,
  }
}
