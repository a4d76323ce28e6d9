import type { Block, MailSite, MailText } from '#platform/mail/blocks.ts'

type Question = {
  about: string[]
  url: string
  /** Where its owner can refuse to be asked; absent if the address already gets emails. */
  refusalUrl?: string | undefined
}

/** Asks an address to confirm what was requested in its name. */
export function confirmationRequest(
  { productName }: Pick<MailSite, 'productName'>,
  { about, url, refusalUrl }: Question,
): MailText {
  return {
    subject: `Please confirm your subscription to ${productName}`,
    preview: 'One click confirms your subscription.',
    heading: 'Confirm your subscription',
    blocks: [
      {
        kind: 'paragraph',
        words: `Someone, hopefully you, asked ${productName} to send this to your address:`,
      },
      { kind: 'list', entries: about },
      { kind: 'button', label: 'Confirm subscription', url },
      { kind: 'note', words: 'If it wasn’t you, ignore this email and nothing will be sent to you.' },
      ...(refusalUrl ? refusal(refusalUrl) : []),
    ],
    reason: `You’re receiving this email because your address was entered at ${productName}.`,
  }
}

function refusal(url: string): Block[] {
  return [
    { kind: 'note', words: 'If you don’t want to be asked again, use this link:' },
    { kind: 'note', words: [{ text: url, url }] },
  ]
}
