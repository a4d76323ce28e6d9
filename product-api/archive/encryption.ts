import { createCipheriv, createDecipheriv, createHmac, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** AES-256-GCM: a random nonce of 12 bytes before the ciphertext, a tag of 16 after it. */
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The key of an archive's secrets. */
export type ArchiveKey = {
  /** Names the key in an archive, and says nothing of it. */
  id: string
  encrypt: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  /** The content must not be used before it has come to its end. @throws Error at the end if it was changed. */
  decrypt: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  /** Starts a sum that only who has the key can make. */
  sum: () => ReturnType<typeof createHmac>
}

/** A new key in its written form: 43 letters, digits, - and _. */
export function makeKey(): string {
  return randomBytes(32).toString('base64url')
}

export const keyForm = /^[\w-]{43}$/

/** Opens a key from its written form. */
export function openKey(written: string): ArchiveKey {
  const master = Buffer.from(written, 'base64url')
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `bytewise archive ${use}`, 32))
  const key = keyFor('secrets')
  return {
    id: keyFor('name').toString('hex', 0, 4),
    encrypt: (content) => encrypt(key, content),
    decrypt: (content) => Readable.from(decrypt(key, content)).compose(createGunzip()),
    sum: () => createHmac('sha256', keyFor('sums')),
  }
}

async function* encrypt(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  yield nonce
  const packed = new PassThrough()
  const packing = pipeline(content, createGzip(), packed)
  // Whoever reads `packed` to its end gets the failure.
  packing.catch(() => undefined)
  for await (const chunk of packed) yield cipher.update(chunk as Uint8Array)
  await packing
  yield cipher.final()
  yield cipher.getAuthTag()
}

async function* decrypt(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  for await (const chunk of content) {
    waiting = Buffer.concat([waiting, chunk])
    if (!decipher && waiting.length >= nonceBytes) {
      decipher = createDecipheriv(algorithm, key, waiting.subarray(0, nonceBytes), { authTagLength: tagBytes })
      waiting = waiting.subarray(nonceBytes)
    }
    const ready = waiting.length - tagBytes
    if (!decipher || ready <= 0) continue
    yield decipher.update(waiting.subarray(0, ready))
    waiting = waiting.subarray(ready)
  }
  if (!decipher || waiting.length !== tagBytes) throw new Error('An encrypted part is too short')
  decipher.setAuthTag(waiting)
  yield decipher.final()
}
