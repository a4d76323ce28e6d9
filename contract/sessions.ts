import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { CurrentPassword, Said, SignedIn } from './users.ts'

const idMost = 1_400
/** Fits the longest part that authenticators send (with certificates), in base64url. */
const partMost = 16_384

/** How a device is reached (W3C Web Authentication Level 3 §5.8.4); nothing else is kept. */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const part = z.string().max(partMost).optional()

/**
 * A browser's WebAuthn answer as JSON: the parts that are used. All may be missing, because faults in an
 * answer are reported where it is verified; anything else that a browser sends is dropped.
 */
export const PasskeyAnswer = z.object({
  id: z.string().min(1).max(idMost),
  rawId: z.string().max(idMost).optional(),
  type: z.string().max(32).optional(),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.object({}).optional(),
  response: z
    .object({
      clientDataJSON: part,
      attestationObject: part,
      authenticatorData: part,
      signature: part,
      userHandle: z.string().max(128).nullish(),
      transports: z.array(z.string().max(32)).max(16).optional(),
    })
    .optional(),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** One place where a person is signed in. */
export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  method: z.enum(['password', 'google', 'passkey']),
  /** E.g. `Firefox on Windows`; empty if unknown. */
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
})
export type Session = z.infer<typeof Session>

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The options for the browser's WebAuthn (W3C Web Authentication Level 3), and the id for checking the answer. */
export const Challenge = z.object({ challenge_id: z.string(), options: z.record(z.string(), z.unknown()) })
export type Challenge = z.infer<typeof Challenge>

const Answered = z.object({
  challenge_id: z.string().min(1).max(64),
  response: PasskeyAnswer.describe("the browser's answer as JSON"),
})

export const sessions = defineEndpoints({
  list: {
    call: 'GET /users/sessions',
    summary: "The caller's sessions, the latest first",
    response: z.array(Session),
    auth: 'user',
  },
  end: {
    call: 'DELETE /users/sessions/:id',
    summary: "Ends one of the caller's sessions",
    params: z.object({ id: z.string().max(64) }),
    response: Said,
    auth: 'user',
    problems: ['not_found'],
  },
  endAll: {
    call: 'DELETE /users/sessions',
    summary: "Ends all of the caller's sessions, this one too",
    response: Said,
    auth: 'user',
  },
})

export const passkeys = defineEndpoints({
  list: {
    call: 'GET /users/passkeys',
    summary: "The caller's passkeys",
    response: z.array(Passkey),
    auth: 'user',
  },
  begin: {
    call: 'POST /users/passkeys/options',
    summary: 'Starts to create a passkey',
    body: z.object({ currentPassword: CurrentPassword.describe('if the sign-in was a while ago') }),
    response: Challenge,
    auth: 'user',
    problems: ['reauthentication_needed', 'too_many_requests'],
  },
  add: {
    call: 'POST /users/passkeys',
    summary: 'Saves a passkey that the browser has created',
    body: Answered.extend({ name: z.string().trim().max(60).optional() }),
    response: Passkey,
    auth: 'user',
    problems: ['too_many_requests'],
  },
  remove: {
    call: 'DELETE /users/passkeys/:id',
    summary: "Removes one of the caller's passkeys",
    params: z.object({ id: z.string().max(1_400) }),
    response: Said,
    auth: 'user',
    problems: ['not_found', 'not_possible'],
  },
  beginLogin: {
    call: 'POST /users/login/passkey/options',
    summary: 'Starts a sign-in with a passkey',
    response: Challenge,
    problems: ['too_many_requests'],
  },
  login: {
    call: 'POST /users/login/passkey',
    summary: 'Signs in with a passkey',
    body: Answered,
    response: SignedIn,
    problems: ['invalid_credentials', 'suspended', 'too_many_requests'],
    neverFromBrowser: 'It hands out a token: a browser signs in through next-auth, which keeps it.',
  },
})
