import { createHash, type Hash, randomBytes } from 'node:crypto'
import { escapeHtml } from '#story-html/escape-html.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'
import { hashOnwards } from './sign-dkim.ts'

/** A body that is written once; what differs from recipient to recipient is put in between. */
export type PrecomposedBody = {
  contentType: string
  /** `values` by the name of their mark. */
  merge(values: Record<string, string>): { body: Buffer; hash: string }
}

/**
 * Writes both parts as MIME (multipart/alternative, quoted-printable) with places for what differs.
 *
 * @param marks name → the word in the HTML and the text that the value of this name replaces; a word that occurs
 * nowhere else.
 */
export function precompose(mail: { html: string; text: string }, marks: Record<string, string>): PrecomposedBody {
  const boundary = `=_${randomBytes(12).toString('hex')}`
  const head = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const pieces = joined([
    head('text/plain'),
    ...placesIn(mail.text, marks, (value) => value),
    `\r\n${head('text/html')}`,
    ...placesIn(mail.html, marks, escapeHtml),
    `\r\n--${boundary}--\r\n`,
  ])
  const [first] = pieces
  const beginning: Hash = createHash('sha256')
  if (Buffer.isBuffer(first)) beginning.update(first)
  return {
    contentType: `multipart/alternative; boundary="${boundary}"`,
    merge: (values) => {
      const written = pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.write(values[piece.name] ?? '')))
      const rest = Buffer.isBuffer(first) ? written.slice(1) : written
      return { body: Buffer.concat(written), hash: hashOnwards(beginning, rest) }
    },
  }
}

type Place = { name: string; write: (value: string) => Buffer }

/** A value is on lines of its own, held together by soft breaks, so that its length moves nothing else. */
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
