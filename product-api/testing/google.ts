import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const clientId = 'bytewise.apps.example'

/** A local OpenID provider: its discovery document, its public key, and tokens that it signs. */
export async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let asked = 0
  let works = true
  const server = createServer((request, response) => {
    asked++
    if (!works) return response.writeHead(500).end()
    const body =
      request.url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: issuer }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = () => Math.floor(Date.now() / 1000)
  const claims = (): JWTPayload => ({
    iss: issuer,
    aud: clientId,
    sub: '10769150350006150715113082367',
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://pictures.example/ada.jpg',
    iat: now(),
    exp: now() + 3_600,
  })
  return {
    issuer,
    now,
    token: (change: JWTPayload = {}, { byStranger = false, without = '' } = {}) =>
      new SignJWT(Object.fromEntries(Object.entries({ ...claims(), ...change }).filter(([claim]) => claim !== without)))
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(byStranger ? stranger.privateKey : privateKey),
    unsigned: (change: JWTPayload = {}) =>
      `${base64({ alg: 'none', typ: 'JWT' })}.${base64({ ...claims(), ...change })}.`,
    /** Signed by HS256 with the client id as the secret, which everyone can read. */
    signedByClientId: (change: JWTPayload = {}) =>
      new SignJWT({ ...claims(), ...change })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(clientId.padEnd(32, '0'))),
    asked: () => asked,
    work: (does: boolean) => {
      works = does
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
