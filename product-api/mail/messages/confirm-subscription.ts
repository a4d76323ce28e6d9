import type { Block, MailSite, MailText } from '../blocks.ts'

type Question = {
  about: string[]
  url: string
  /** Where its owner can refuse to be asked; absent where mail goes to the address already. */
  refusalUrl?: string | undefined
}

/** Asks an address whether it wants what somebody asked for in its name. */
export function confirmSubscription(
  { productName }: Pick<MailSite, 'productName'>,
  { about, url, refusalUrl }: Question,
): MailText {
  return {
    subject: `Please confirm your subscription to ${productName}`,
    preview: 'One click, and it arrives in your inbox.',
    heading: 'Confirm your subscription',
    blocks: [
      {
        kind: 'paragraph',
        words: `Somebody, hopefully you, has asked ${productName} to send this to your address:`,
      },
      { kind: 'list', entries: about },
      { kind: 'button', label: 'Confirm subscription', url },
      { kind: 'note', words: 'If it was not you, ignore this mail: nothing will be sent to you.' },
      ...(refusalUrl ? refusal(refusalUrl) : []),
    ],
    reason: `You get this mail because your address was entered at ${productName}.`,
  }
}

function refusal(url: string): Block[] {
  return [
    { kind: 'note', words: 'If this address should not be asked again, say so here:' },
    { kind: 'note', words: [{ text: url, url }] },
  ]
}
