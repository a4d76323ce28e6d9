import type { MailSite, MailText } from '../layout.ts'

/** Asks an address whether it wants what somebody asked for in its name. */
export function confirmSubscription(
  { productName }: Pick<MailSite, 'productName'>,
  { about, url }: { about: string[]; url: string },
): MailText {
  return {
    subject: `Please confirm your subscription to ${productName}`,
    preview: 'One click, and it arrives in your inbox.',
    heading: 'Confirm your subscription',
    paragraphs: [`Somebody, hopefully you, has asked ${productName} to send this to your address:`],
    list: about,
    button: { label: 'Confirm subscription', url },
    notes: ['If it was not you, ignore this mail: nothing will be sent to you.'],
    reason: `You get this mail because your address was entered at ${productName}.`,
  }
}
