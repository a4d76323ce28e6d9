import type { MailSite, MailText } from '../layout.ts'

type SignIn = {
  name: string
  at: Date
  /** From where, as far as the internet tells. */
  address: string
  /** E.g. `Firefox on Windows`; empty where it could not be told. */
  device: string
  changePasswordUrl: string
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function signInNotice(
  { productName }: Pick<MailSite, 'productName'>,
  { name, at, address, device, changePasswordUrl }: SignIn,
): MailText {
  return {
    subject: `A new sign-in to ${productName}`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'A new sign-in to your account',
    paragraphs: [`Hello ${name},`, 'somebody has signed in to your account from a device we had not seen before:'],
    list: [
      `When: ${time.format(at)} (UTC)`,
      `Device: ${device || 'unknown'}`,
      `Internet address: ${address || 'unknown'}`,
    ],
    notes: [
      'If it was you, there is nothing to do. If it was not, choose a new password now: that signs everybody out.',
    ],
    button: { label: 'Choose a new password', url: changePasswordUrl },
    reason: `You get this mail because somebody signed in to your account at ${productName}.`,
  }
}
