import { EmailAddress } from '#contract/person.ts'
import { isTimeZone } from '../subscribing/address.ts'

/** A subscriber according to a line of a file. */
export type Candidate = {
  email: string
  /** When they confirmed it elsewhere. */
  provenAt: Date | undefined
  timeZone: string | undefined
  /** The fault of a proof that can't be read. */
  hint: string | undefined
}
export type Row =
  | { kind: 'candidate'; candidate: Candidate }
  | { kind: 'not_subscribed'; email: string }
  | { kind: 'refused'; email: string; reason: string }

const endedStatuses = new Set([
  ...['ended', 'unsubscribed', 'cleaned', 'blocklisted', 'blacklisted', 'disabled', 'inactive', 'deleted', 'archived'],
  ...['bounced', 'complained', 'suppressed', 'nonsubscribed', 'transactional', 'cancelled', 'canceled'],
])
const liveStatuses = new Set([
  ...['', 'confirmed', 'unconfirmed', 'pending', 'subscribed', 'enabled', 'active', 'free', 'paid', 'comped', 'comp'],
])
/** Statuses of addresses that have not confirmed, whatever another column says. */
const unconfirmedStatuses = new Set(['unconfirmed', 'pending'])

const shownMost = 254
const oldest = Date.UTC(1990, 0)

/** One line of a file by its columns. */
export function readRow(values: readonly string[], { places }: Columns, now: Date): Row {
  const textOf = (meaning: Meaning) => (values[places[meaning] ?? -1] ?? '').trim()
  // Our own export marks what a spreadsheet would take for a formula.
  const typed = (values[places.email ?? -1] ?? '').replace(/^'(?=[=+\-@])/, '')
  const email = EmailAddress.safeParse(typed)
  if (!email.success) return { kind: 'refused', email: shown(typed), reason: email.error.issues[0]?.message ?? '' }
  const status = textOf('status')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (isEnded(status, textOf)) return { kind: 'not_subscribed', email: email.data }
  if (!liveStatuses.has(status)) {
    const reason = `We don’t know what the status “${shown(textOf('status'))}” means.`
    return { kind: 'refused', email: email.data, reason }
  }
  const proof = unconfirmedStatuses.has(status) ? '' : textOf('proof')
  const provenAt = readTime(proof, now)
  const hint =
    proof && !provenAt ? `“${shown(proof)}” is not a date in the past, so it doesn’t count as proof.` : undefined
  const timeZone = readTimeZone(textOf('timeZone'))
  return { kind: 'candidate', candidate: { email: email.data, provenAt, hint, timeZone } }
}

function isEnded(status: string, textOf: (meaning: Meaning) => string): boolean {
  return (
    endedStatuses.has(status) ||
    /^(false|no|0|f)$/i.test(textOf('isSubscribed')) ||
    /^(true|yes|1|t)$/i.test(textOf('isStopped')) ||
    textOf('endedAt') !== '' ||
    !/^(false|no|0|f)?$/i.test(textOf('suppressed'))
  )
}

/** `2024-05-01`, with or without a time and a zone (UTC by default). An ambiguous date is none. */
export function readTime(text: string, now: Date): Date | undefined {
  const [, date, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  if (!date) return undefined
  const at = new Date(`${date}T${time}${zone.replace(/^(z|utc)$/i, 'Z').replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`)
  const isReal = at.getTime() >= oldest && at <= now
  return isReal ? at : undefined
}

const knownZones = new Set<string>()

/** An IANA name; undefined for anything else. A file has few zones, and each takes a while to look at. */
function readTimeZone(name: string): string | undefined {
  if (!knownZones.has(name) && !isTimeZone(name)) return undefined
  knownZones.add(name)
  return name
}

function shown(typed: string): string {
  return typed
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, shownMost)
    .toWellFormed()
}

/** The meaning of a column. */
type Meaning = (typeof meanings)[number]['meaning']

// The column names of Mailchimp, Substack, Ghost, listmonk and our own export, lower case and without punctuation.
// Substack's active_subscription is about payment, not about the newsletter, so it is missing.
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

/** Reads the first line of a file. If two columns have the same meaning, the name listed first above wins. */
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
