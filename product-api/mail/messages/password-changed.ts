import type { MailSite, MailText } from '../layout.ts'

export function passwordChanged(
  { productName, contactEmail }: Pick<MailSite, 'productName' | 'contactEmail'>,
  { name, forgotUrl }: { name: string; forgotUrl: string },
): MailText {
  return {
    subject: `Your password at ${productName} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      'the password of your account was changed just now, and other devices were signed out. If it was you, there is nothing to do.',
      'If it was not you, choose a new one at once. A link for it comes to this address.',
    ],
    button: { label: 'It was not me', url: forgotUrl },
    notes: [`Is something wrong? Write to ${contactEmail}.`],
    reason: `You get this mail because the password of your account at ${productName} was changed.`,
  }
}
