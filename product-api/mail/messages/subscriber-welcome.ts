import type { Block, MailSite, MailText } from '../blocks.ts'

type Story = {
  title: string
  /** Absolute, as is the picture's. */
  url: string
  author: string
  excerpt: string
  picture?: { url: string; alt: string } | undefined
}
type Welcome = {
  /** What the address is subscribed to, in words. */
  about: string[]
  stories: Story[]
  preferencesUrl: string
  unsubscribeUrl: string
}

/** For whoever has confirmed a first subscription: a few stories of what they will get. */
export function subscriberWelcome(
  { productName }: Pick<MailSite, 'productName'>,
  { about, stories, preferencesUrl, unsubscribeUrl }: Welcome,
): MailText {
  const many = stories.length > 1
  return {
    subject: `Welcome to ${productName}: ${many ? 'a few stories' : 'a story'} to begin with`,
    preview: stories.map(({ title }) => title).join(' · '),
    heading: `Welcome to ${productName}`,
    blocks: [
      { kind: 'paragraph', words: 'Your subscription is confirmed. From now on you get by mail:' },
      { kind: 'list', entries: about },
      { kind: 'paragraph', words: many ? 'Until then, here are the latest:' : 'Until then, here is the latest:' },
      ...stories.flatMap(storyBlocks),
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

function storyBlocks({ title, url, author, excerpt, picture }: Story): Block[] {
  return [
    ...(picture ? [{ kind: 'picture' as const, ...picture, linkUrl: url }] : []),
    { kind: 'heading', words: [{ text: title, url }] },
    ...(excerpt ? [{ kind: 'paragraph' as const, words: excerpt }] : []),
    { kind: 'note', words: `By ${author}` },
    { kind: 'divider' },
  ]
}
