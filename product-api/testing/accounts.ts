import { hashSync } from '@node-rs/argon2'
import type { NewUser } from '#accounts/users.ts'
import type { SignedIn } from '#contract/users.ts'
import type { Actor } from '#platform/context.ts'
import type { Mail } from '#platform/mail/message.ts'
import { api, mails, openSession, send } from './api.ts'
import { anAuthor } from './factories.ts'

export const rightPassword = 'horse battery staple'

/** Takes a two-hundredth of the time of a real one: a hash says itself what it costs to verify. */
const passwordHash = hashSync(rightPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A person who signs in with `rightPassword`. */
export function anAccount(given: Partial<NewUser> = {}): Promise<Actor> {
  return anAuthor({ passwordHash, ...given })
}

type From = { address?: string; userAgent?: string; token?: string; knownBrowser?: string | undefined }

export const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
export const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'

/** Tries to sign in. */
export function logIn(
  email: string,
  password = rightPassword,
  { address = '192.0.2.1', userAgent = firefox, token, knownBrowser }: From = {},
): Promise<Response> {
  const known = knownBrowser !== undefined && { 'x-known-browser': knownBrowser }
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent, ...known }
  return send('POST', '/users/login', { body: { email, password }, headers, token })
}

/** @returns the token of a new session. */
export async function tokenOf(email: string, from: From = {}): Promise<string> {
  const { token } = (await (await logIn(email, rightPassword, from)).json()) as SignedIn
  return token
}

/** The token of a session whose sign-in is so old that important actions ask for the password again. */
export async function anOldSession(id: string): Promise<string> {
  const token = await openSession(api().context, id)
  passTime(15 * minuteMs + 1)
  return token
}

/** The token of the link in the latest email whose path begins like this. */
export async function linkToken(path: '/reset-password/' | '/confirm-email/'): Promise<string> {
  const sent = await mails()
  const found = sent.map((mail) => tokenIn(mail, path)).findLast(Boolean)
  if (!found) throw new Error(`No mail has a link to ${path}`)
  return found
}

export function tokenIn({ text }: Mail, path: string): string | undefined {
  return new RegExp(`http://localhost:3000${path}([\\w-]+)`).exec(text)?.[1]
}

type AuditRow = {
  action: string
  actor_id: string | null
  user_id: string | null
  email: string
  address: string
  user_agent: string
  details: Record<string, string>
}

/** The audit events, oldest first. */
export async function auditTrail(action?: string): Promise<AuditRow[]> {
  const { rows } = await api().pool.query<AuditRow>('select * from audit_events order by at, id')
  return rows.filter((row) => !action || row.action === action)
}

/** Advances the API's clock until the end of the test. */
export function passTime(ms: number): void {
  const { context } = api()
  const before = context.now
  context.now = () => new Date(before().getTime() + ms)
  clocks.push(() => {
    context.now = before
  })
}

/** Stops the API's clock until the end of the test, except for `passTime`. */
export function stopClock(): void {
  const { context } = api()
  const before = context.now
  const moment = before()
  context.now = () => moment
  clocks.push(() => {
    context.now = before
  })
}

const clocks: (() => void)[] = []
afterEach(() => {
  while (clocks.length > 0) clocks.pop()?.()
})

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
