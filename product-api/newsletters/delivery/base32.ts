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
