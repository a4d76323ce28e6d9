/** What a column of a file says of a subscriber. */
export type Meaning = (typeof meanings)[number]['meaning']

// As Mailchimp, Substack, Ghost, listmonk and our own export name them, without signs and case. Substack's
// active_subscription says who pays, not who is subscribed, so it is not among them.
const meanings = [
  { meaning: 'email', names: ['email', 'emailaddress', 'mail', 'subscriberemail'] },
  /** When it was confirmed: the proof that its owner asked for it. */
  { meaning: 'proof', names: ['confirmtime', 'confirmedat', 'confirmationtime', 'optintime'] },
  { meaning: 'timeZone', names: ['timezone'] },
  { meaning: 'status', names: ['status', 'subscriptionstatus'] },
  /** True or false. */
  { meaning: 'isSubscribed', names: ['subscribedtoemails', 'subscribed'] },
  { meaning: 'isStopped', names: ['emaildisabled', 'unsubscribed'] },
  /** A time or a reason, if it has ended. */
  { meaning: 'endedAt', names: ['endedat', 'unsubtime', 'unsubscribedat', 'cleantime', 'deletedat'] },
  { meaning: 'suppressed', names: ['suppressed'] },
] as const

export type Columns = {
  /** The position of each meaning in a row. */
  places: Partial<Record<Meaning, number>>
  /** Meaning → the column's own name. */
  used: Partial<Record<Meaning, string>>
  unused: string[]
}

const nameMost = 100
const unusedMost = 100

/** Reads the first line of a file. Of two columns that say the same, the one named first above counts. */
export function readColumns(header: readonly string[]): Columns {
  const columns: Columns = { places: {}, used: {}, unused: [] }
  const plain = header.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  for (const { meaning, names } of meanings) {
    const place = names.map((name) => plain.indexOf(name)).find((found) => found >= 0)
    if (place === undefined) continue
    columns.places[meaning] = place
    columns.used[meaning] = shorten(header[place])
  }
  const places = Object.values(columns.places)
  const unused = header.filter((name, place) => name.trim() !== '' && !places.includes(place))
  columns.unused = unused.slice(0, unusedMost).map(shorten)
  return columns
}

function shorten(name = ''): string {
  return name.trim().slice(0, nameMost).toWellFormed()
}
