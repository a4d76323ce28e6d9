import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const present = 0x01
const verified = 0x04
const attested = 0x40

/**
 * A passkey in software (ES256, no attestation), which answers like a browser; `verifies`: whether it verifies its
 * user.
 */
export function anAuthenticator({ origin = 'http://localhost:3000', verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number) => {
    const data = Buffer.alloc(37)
    createHash('sha256').update(new URL(origin).hostname).digest().copy(data)
    data.writeUInt8(flags, 32)
    data.writeUInt32BE(counter, 33)
    return data
  }
  const answer = (response: Record<string, Buffer | string[]>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        Buffer.isBuffer(value) ? value.toString('base64url') : value,
      ]),
    ),
  })

  return {
    id: id.toString('base64url'),
    create: ({ challenge }: { challenge: string }) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        head(flagsOf(verifies) | attested),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never))
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge),
        attestationObject,
        transports: ['internal'],
      })
    },
    get: (
      { challenge }: { challenge: string },
      given: { userHandle?: string; count?: number; verifies?: boolean } = {},
    ) => {
      const { userHandle, count, verifies: verifiesNow = verifies } = given
      counter = count ?? counter + 1
      const authenticatorData = head(flagsOf(verifiesNow))
      const clientDataJSON = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
      const signature = sign('sha256', signed, privateKey)
      const handle: Record<string, Buffer> = userHandle ? { userHandle: Buffer.from(userHandle) } : {}
      return answer({ clientDataJSON, authenticatorData, signature, ...handle })
    },
  }
}

function flagsOf(verifies: boolean): number {
  return verifies ? present | verified : present
}

/** RFC 9052 §7 and RFC 9053 §7.1: an EC2 key on P-256 for ES256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}
