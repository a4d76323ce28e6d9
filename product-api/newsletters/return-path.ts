import { createHmac, timingSafeEqual } from 'node:crypto'

/** A return address encodes the send (by its mark), the subscriber, and a proof that we made it. */
type ReturnPath = { mark: string; subscriberId: string; proof: Buffer }

const markBytes = 5
const idBytes = 16
const proofBytes = 5
const tokenLength = Math.ceil(((markBytes + idBytes + proofBytes) * 8) / 5)

/** RFC 5321, section 4.5.3.1.1. */
const localPartMost = 64
/** The longest local part of a bounce address that return paths can be made from. */
export const bounceLocalPartMost = localPartMost - 1 - tokenLength

/**
 * A return address of its own for one email (VERP): `bounces+<token>@mail.example.com` for `bounces@mail.example.com`.
 * A report sent to it identifies the recipient, whatever the report itself says.
 * @param of `mark`: ten hexadecimal digits; `subscriberId`: a UUID.
 */
export function makeReturnPath(of: { address: string; mark: string; secret: string; subscriberId: string }): string {
  const { address, mark, secret, subscriberId } = of
  const at = address.lastIndexOf('@')
  const bytes = Buffer.concat([bytesOf(mark, subscriberId), proofOf(mark, subscriberId, secret)])
  return `${address.slice(0, at)}+${toBase32(bytes)}${address.slice(at)}`
}

/** Reads a return address, or its local part; undefined for anything else. Its letters may be of any case. */
export function readReturnPath(localPartOrAddress: string): ReturnPath | undefined {
  const [, token] = /^[^@\s]{1,64}\+([a-z2-7]+)(?:@[^@\s]*)?$/i.exec(localPartOrAddress) ?? []
  const bytes = token?.length === tokenLength ? fromBase32(token) : undefined
  if (!bytes) return undefined
  const mark = bytes.subarray(0, markBytes).toString('hex')
  const hex = bytes.subarray(markBytes, markBytes + idBytes).toString('hex')
  const subscriberId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  )
  return { mark, subscriberId, proof: bytes.subarray(markBytes + idBytes) }
}

/** Whether a return path was made with this secret; takes the same time for every wrong one. */
export function isOurs({ mark, subscriberId, proof }: ReturnPath, secret: string): boolean {
  return timingSafeEqual(proof, proofOf(mark, subscriberId, secret))
}

function bytesOf(mark: string, subscriberId: string): Buffer {
  const bytes = Buffer.from(mark + subscriberId.replaceAll('-', ''), 'hex')
  if (bytes.length !== markBytes + idBytes) throw new Error('A return path needs a mark of ten hex digits and a UUID')
  return bytes
}

function proofOf(mark: string, subscriberId: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(bytesOf(mark, subscriberId)).digest().subarray(0, proofBytes)
}

// RFC 4648, section 6, in lower case and without padding: a local part may lose its case on the way.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** Undefined for what `toBase32` does not write, but for its case: bits that are left over are none. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text.toLowerCase()) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return undefined
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push(held >> bits)
    held &= (1 << bits) - 1
  }
  return held === 0 && bits < 5 ? Buffer.from(bytes) : undefined
}
