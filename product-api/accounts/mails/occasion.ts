import type { Block } from '#platform/mail/blocks.ts'

/** When something was done to an account, and from where. */
export type Occasion = {
  at: Date
  /** The internet address it came from. */
  address: string
  /** E.g. `Firefox on Windows`; empty if it could not be told. */
  device: string
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** An occasion as the list of an email. */
export function listOccasion({ at, address, device }: Occasion): Block {
  return {
    kind: 'list',
    entries: [
      `When: ${time.format(at)} (UTC)`,
      `Device: ${device || 'unknown'}`,
      `Internet address: ${address || 'unknown'}`,
    ],
  }
}
