import { createHash, randomBytes } from 'node:crypto'
import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs'
import { escapeHtml } from '#story-html/escape-html.ts'

/** A body that is encoded once, with placeholders for what differs between recipients. */
export type PrecomposedBody = {
  contentType: string
  /** The size of what is the same in all emails. */
  bytes: number
  /** `values`: the text of each placeholder, by name. The body comes in pieces, to be copied once. */
  merge(values: Record<string, string>): { body: Buffer[]; hash: () => string }
}

/**
 * Encodes both parts as MIME (multipart/alternative, quoted-printable) around placeholders.
 *
 * @param marks name → the unique word in the HTML and the text that this placeholder replaces.
 */
export function precompose(mail: { html: string; text: string }, marks: Record<string, string>): PrecomposedBody {
  const boundary = `=_${randomBytes(12).toString('hex')}`
  const head = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const [beginning, ...rest] = joined([
    head('text/plain'),
    ...placesIn(mail.text, marks, (value) => value),
    `\r\n${head('text/html')}`,
    ...placesIn(mail.html, marks, escapeHtml),
    `\r\n--${boundary}--\r\n`,
  ]) as [Buffer, ...(Buffer | Place)[]]
  // The beginning, the same in all emails, is hashed once.
  const beginningHash = createHash('sha256').update(beginning)
  return {
    contentType: `multipart/alternative; boundary="${boundary}"`,
    bytes: [beginning, ...rest].reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 0), 0),
    merge: (values) => {
      const written = rest.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.write(values[piece.name] ?? '')))
      const hash = () => written.reduce((sum, piece) => sum.update(piece), beginningHash.copy()).digest('base64')
      return { body: [beginning, ...written], hash }
    },
  }
}

type Place = { name: string; write: (value: string) => Buffer }

/** A value is between soft line breaks, so that its length does not change how the rest is wrapped. */
function placesIn(text: string, marks: Record<string, string>, escaped: (value: string) => string): (string | Place)[] {
  const names = Object.entries(marks)
  const pattern = new RegExp(`(${names.map(([, mark]) => RegExp.escape(mark)).join('|')})`)
  return text.split(pattern).flatMap((piece): (string | Place)[] => {
    const name = names.find(([, mark]) => mark === piece)?.[0]
    if (name === undefined) return piece === '' ? [] : [encodeQuotedPrintable(piece)]
    const write = (value: string) =>
      Buffer.from(value === '' ? '' : `=\r\n${encodeQuotedPrintable(escaped(value))}=\r\n`)
    return [{ name, write }]
  })
}

function joined(pieces: (string | Place)[]): (Buffer | Place)[] {
  const out: (Buffer | Place)[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    out.push(Buffer.from(text), piece)
    text = ''
  }
  return [...out, Buffer.from(text)]
}

const lineMost = 75

/**
 * Encodes a text as quoted-printable (RFC 2045, section 6.7), in lines of at most 76 characters with CRLF. No relay has
 * a reason to change it: no line begins with a dot or `From `, there are no double blanks, and no line ends with one.
 * So it is its own canonical form for DKIM (RFC 6376, section 3.4.4), and SMTP needs no dot stuffing.
 */
function encodeQuotedPrintable(text: string): string {
  return text.replace(/\r\n?/g, '\n').split('\n').map(encodeLine).join('\r\n')
}

function encodeLine(line: string): string {
  const plain = /^[\x21-\x3c\x3e-\x7e]+(?: [\x21-\x3c\x3e-\x7e]+)*$/.test(line)
  if (plain && line.length <= lineMost && !/^(?:\.|From )/.test(line)) return line
  let done = ''
  let current = ''
  const units = unitsOf(line)
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1]
    const isLast = index === units.length - 1
    let written = unit
    if (unit === ' ' && (before === ' ' || isLast || index === 0)) written = '=20'
    if (current.length + written.length > lineMost) {
      // A trailing blank before a soft break must be encoded.
      if (current.endsWith(' ')) current = `${current.slice(0, -1)}=20`
      done += `${current}=\r\n`
      current = ''
    }
    if (current === '' && (written === '.' || written === 'F' || written === ' ')) written = hex(written.charCodeAt(0))
    current += written
  }
  return done + current
}

/** Splits a line into units that must not be broken: a plain character, or the bytes of one as `=XX`. */
function unitsOf(line: string): string[] {
  const units: string[] = []
  for (const character of line) {
    const isPlain = character >= ' ' && character <= '~' && character !== '='
    units.push(isPlain ? character : [...Buffer.from(character)].map(hex).join(''))
  }
  return units
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * A header line, folded (RFC 5322, section 2.2.3), with non-ASCII text as encoded words (RFC 2047). A single word stays
 * on the line of its name: some programs read no other Message-ID.
 */
export function writeHeader(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return `${name}: ${value}`
  return foldLines(`${name}: ${/[^\x20-\x7e]/.test(value) ? encodeWords(value, 'B', 52, true) : value}`, 76)
}

/** `"Name" <address>`, or the address alone without a name. */
export function writeMailbox({ name, address }: { name: string; address: string }): string {
  if (!name) return address
  if (/[^\x20-\x7e]/.test(name)) return `${encodeWords(name, 'B', 52, true)} <${address}>`
  return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
}
