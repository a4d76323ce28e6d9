import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { EmailAddress, ImageAddress, PersonName } from '#contract/person.ts'
import { Problem } from '#platform/problem.ts'

/** The verified claims of an ID token. */
export type GoogleClaims = {
  issuer: string
  /** Google's permanent id of the person. */
  subject: string
  email: string
  name: string
  picture: string | null
}

export type GoogleVerifier = {
  /** @throws Problem `invalid_credentials` for an invalid token, `unavailable` if Google does not answer. */
  verify(credential: string): Promise<GoogleClaims>
}

type Errors = typeof import('jose').errors

const timeoutMs = 5_000
const clockToleranceSeconds = 300
/** Asymmetric algorithms only: tokens signed with a shared secret could be forged by anyone who knows it. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const Claims = z.object({
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: EmailAddress,
  email_verified: z.literal(true),
  name: z.string().optional(),
  picture: z.string().optional(),
})

/** Verifies ID tokens according to OpenID Connect Core §3.1.3.7; fetches the keys when they are first needed. */
export function createGoogleVerifier({ issuer, clientId }: { issuer: string; clientId: string }): GoogleVerifier {
  let found: Promise<JWTVerifyGetKey> | undefined
  const keys = () => {
    found ??= discoverKeys(issuer).catch((cause) => {
      // Retry at the next sign-in.
      found = undefined
      throw unavailable(cause)
    })
    return found
  }
  return {
    verify: async (credential) => {
      const payload = await verifySignature(credential, await keys(), { issuer, clientId })
      const parsed = Claims.safeParse(payload)
      if (!parsed.success) throw refused(parsed.error)
      return { issuer, ...personOf(parsed.data) }
    },
  }
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The discovery document answers ${response.status}`)
  const discovery = Discovery.parse(await response.json())
  if (discovery.issuer.replace(/\/+$/, '') !== issuer) throw new Error(`The issuer calls itself ${discovery.issuer}`)
  const { createRemoteJWKSet } = await import('jose')
  return createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: timeoutMs })
}

async function verifySignature(
  credential: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(credential, keys, {
      // Google uses both forms of its issuer: https://developers.google.com/identity/openid-connect/openid-connect
      issuer: issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer, `${issuer}/`],
      audience: clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    })
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId) {
      throw new errors.JWTClaimValidationFailed('made for several clients, and not at the wish of this one', payload)
    }
    return payload
  } catch (cause) {
    throw isInvalidToken(cause, errors) ? refused(cause) : unavailable(cause)
  }
}

function isInvalidToken(cause: unknown, errors: Errors): boolean {
  const faultsOfTokens = [
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ]
  return faultsOfTokens.some((fault) => cause instanceof fault)
}

function personOf({ sub, email, name, picture }: z.output<typeof Claims>) {
  const [localPart = ''] = email.split('@')
  const https = picture?.startsWith('https://') ? picture : ''
  return {
    subject: sub,
    email,
    name: PersonName.safeParse(name).data ?? localPart,
    picture: ImageAddress.safeParse(https).data ?? null,
  }
}

function refused(cause: unknown): Problem {
  return new Problem('invalid_credentials', { detail: 'Google couldn’t confirm who you are. Please try again.', cause })
}

function unavailable(cause: unknown): Problem {
  return new Problem('unavailable', { detail: 'Google isn’t responding right now. Please try again later.', cause })
}
