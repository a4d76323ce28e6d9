import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import type { Dkim } from '../dkim.ts'

// Runs in the thread pool: the signature is the most expensive part of an email, and the next one is composed
// meanwhile.
const signApart = promisify(sign)

export type DkimSigner = (headers: readonly Header[], bodyHash: string) => Promise<string>
/** A header with its complete line, folded or not. */
export type Header = { name: string; line: string }

/** Creates a DKIM signer (RFC 6376, relaxed/relaxed). It signs all given headers and the hash of the canonical body. */
export function createSigner({ domainName, keySelector, privateKey }: Dkim): DkimSigner {
  const key: KeyObject = createPrivateKey(privateKey)
  const isRsa = key.asymmetricKeyType === 'rsa'
  const algorithm = isRsa ? 'rsa-sha256' : 'ed25519-sha256'
  return async (headers, bodyHash) => {
    const names = headers.map(({ name }) => name.toLowerCase()).join(':')
    const tags = `v=1; a=${algorithm}; c=relaxed/relaxed; d=${domainName}; q=dns/txt; s=${keySelector}; bh=${bodyHash}; h=${names}; b=`
    const line = foldLines(`DKIM-Signature: ${tags}`, 76)
    const signed = `${headers.map(({ line: each }) => `${relaxed(each)}\r\n`).join('')}${relaxed(line)}`
    // Ed25519 signs the hash (RFC 8463, section 3).
    const signature = isRsa
      ? await signApart('sha256', Buffer.from(signed), key)
      : await signApart(null, createHash('sha256').update(signed).digest(), key)
    return `${line}${signature.toString('base64').replace(/.{1,72}/g, '\r\n $&')}`
  }
}

/** The relaxed canonical form of a header (RFC 6376, section 3.4.2). */
function relaxed(line: string): string {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`
}
