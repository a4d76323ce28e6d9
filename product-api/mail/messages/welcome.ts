import type { MailSite, MailText } from '../blocks.ts'

/** `url` proves the address; without it there is nothing left to prove. `name` is left out where it is empty. */
export function welcome(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url?: string },
): MailText {
  const heading = name ? `Welcome, ${name}` : `Welcome to ${productName}`
  const reason = `You get this mail because an account at ${productName} was made with your address.`
  if (!url) {
    return {
      subject: `Welcome to ${productName}`,
      preview: 'Your account is ready.',
      heading,
      blocks: [
        {
          kind: 'paragraph',
          words: 'Your account is ready. Read, keep what you like for later, and write when you have something to say.',
        },
      ],
      reason,
    }
  }
  return {
    subject: `Welcome to ${productName}: please confirm your address`,
    preview: 'One click, and we know that mail reaches you.',
    heading,
    blocks: [
      { kind: 'paragraph', words: 'Your account is ready, and you can log in at once.' },
      {
        kind: 'paragraph',
        words:
          'Please confirm that this is your address. It is how you get back in should you ever forget your password.',
      },
      { kind: 'button', label: 'Confirm my address', url },
      { kind: 'note', words: 'The link holds for three days, and asks you to be logged in.' },
      { kind: 'note', words: 'If you have no account with us, ignore this mail.' },
    ],
    reason,
  }
}
