import type { MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'

/** To the new address. */
export function emailChange(
  { productName }: Pick<MailSite, 'productName'>,
  { name, url }: { name: string; url: string },
): MailText {
  return {
    subject: `Confirm your new address at ${productName}`,
    preview: 'Your account uses the old one until you do.',
    heading: 'Confirm your new address',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words:
          'You have asked to use this address for your account. It changes when you confirm it; until then the old one stays.',
      },
      { kind: 'button', label: 'Use this address', url },
      { kind: 'note', words: 'The link holds for one day, and asks you to be logged in.' },
      { kind: 'note', words: 'If it was not you, ignore this mail: nothing changes.' },
    ],
    reason: `You get this mail because this address was entered for an account at ${productName}.`,
  }
}
