import type { MailSite, MailText } from '#platform/mail/blocks.ts'

/** `url` confirms the address; without it, there is nothing left to confirm. An empty `name` is left out. */
export function welcome(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url?: string },
): MailText {
  const heading = name ? `Welcome, ${name}` : `Welcome to ${productName}`
  const reason = `You’re receiving this email because an account at ${productName} was created with your address.`
  if (!url) {
    return {
      subject: `Welcome to ${productName}`,
      preview: 'Your account is ready.',
      heading,
      blocks: [
        {
          kind: 'paragraph',
          words: 'Your account is ready. Read, save what you like for later, and write when you have something to say.',
        },
      ],
      reason,
    }
  }
  return {
    subject: `Welcome to ${productName}: please confirm your address`,
    preview: 'One click, and we know that our emails reach you.',
    heading,
    blocks: [
      { kind: 'paragraph', words: 'Your account is ready, and you can log in straight away.' },
      {
        kind: 'paragraph',
        words: 'Please confirm that this is your address. It’s how you get back in if you ever forget your password.',
      },
      { kind: 'button', label: 'Confirm my address', url },
      { kind: 'note', words: 'The link expires in three days. You’ll need to be logged in to use it.' },
      { kind: 'note', words: 'If you didn’t create an account with us, ignore this email.' },
    ],
    reason,
  }
}
