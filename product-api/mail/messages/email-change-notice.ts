import type { MailSite, MailText } from '../blocks.ts'
import { greeting } from './greeting.ts'

/** To the present address, so that nobody loses an account without knowing; `newEmail` is left out where it is empty. */
export function emailChangeNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, newEmail, changePasswordUrl }: { name: string; newEmail: string; changePasswordUrl: string },
): MailText {
  return {
    subject: `Your address at ${productName} is about to change`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your address is about to change',
    blocks: [
      { kind: 'paragraph', words: greeting(name) },
      {
        kind: 'paragraph',
        words: `Somebody, hopefully you, has asked to change the address of your account to ${newEmail || 'another one'}. It changes once they confirm it by the link that we have sent there.`,
      },
      {
        kind: 'paragraph',
        words:
          'If it was you, there is nothing to do here. If it was not, choose a new password now: that stops the change and signs everybody else out.',
      },
      { kind: 'button', label: 'Choose a new password', url: changePasswordUrl },
    ],
    reason: `You get this mail because it is the address of an account at ${productName}.`,
  }
}
