import type { Block } from '../blocks.ts'

/** When and from where something was done to an account. */
export type Occasion = {
  at: Date
  /** From where, as far as the internet tells. */
  address: string
  /** E.g. `Firefox on Windows`; empty where it could not be told. */
  device: string
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** An occasion as the list of a mail. */
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
