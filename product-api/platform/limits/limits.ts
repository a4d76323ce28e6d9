import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { durationInWords } from '../duration-in-words.ts'
import { Problem } from '../problem.ts'
import { watchRedis } from './redis.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The limits: `points` in `seconds` for each key. */
const rules = {
  search: { points: 240, seconds: minute },
  /** Failed sign-ins to one account from one address, by one known browser, or in one session. */
  loginPair: { points: 5, seconds: 15 * minute },
  /** Successful sign-ins to one account from one address, by any method. */
  loginSuccess: { points: 60, seconds: hour },
  /** Audit events about sign-ins that a limit refused, for each limit and key. */
  refusal: { points: 1, seconds: 15 * minute },
  /** Failed sign-ins to one account from anywhere, by unknown clients. */
  loginAccount: { points: 50, seconds: hour },
  /** Failed sign-ins by one browser, and from one address, by clients unknown to the account. */
  login: { points: 100, seconds: hour },
  loginAddress: { points: 1_000, seconds: hour },
  /** Google sign-ins with an invalid proof. */
  google: { points: 100, seconds: hour },
  signup: { points: 30, seconds: hour },
  signupAddress: { points: 300, seconds: hour },
  /** Sign-ups of one address by one browser whose outcome is unknown, because the database connection broke. */
  signupInDoubt: { points: 1, seconds: 10 * minute },
  forgot: { points: 20, seconds: hour },
  forgotAddress: { points: 200, seconds: hour },
  /** Emails with a reset link to one address; beyond it the answer is the same and no email goes out. */
  forgotTarget: { points: 3, seconds: hour },
  /** Emails that ask one address to confirm that it belongs to one account; counted when its owner asks for one. */
  proofPair: { points: 5, seconds: 6 * hour },
  /** The same to one address for all accounts together; beyond it the answer is the same and no email goes out. */
  proofTarget: { points: 15, seconds: 6 * hour },
  /** Notices about an account to an unconfirmed address, which may be a stranger's. */
  noticeTarget: { points: 10, seconds: 6 * hour },
  /** Invalid links to accounts and subscriptions; valid ones always work. */
  link: { points: 30, seconds: hour },
  subscriptionLink: { points: 30, seconds: hour },
  account: { points: 20, seconds: hour },
  /** Calls of one administrator that invite people, and invitations by email to one address. */
  invite: { points: 60, seconds: hour },
  invitationTarget: { points: 3, seconds: day },
  /** Each visit of the sign-in page may request one challenge. */
  passkey: { points: 300, seconds: hour },
  passkeyAddress: { points: 3_000, seconds: hour },
  subscribe: { points: 30, seconds: hour },
  subscribeAddress: { points: 300, seconds: hour },
  /** Subscriptions by one client without a proof of work. */
  subscribeFree: { points: 5, seconds: hour },
  /** Uses of one proof of work; remembered for longer than its challenge is valid. */
  challengeSolution: { points: 1, seconds: 15 * minute },
  /** Drafts and copies started by one writer, and their saves. */
  newStory: { points: 60, seconds: hour },
  storySave: { points: 3_000, seconds: hour },
  /** Stories saved by one person. */
  bookmark: { points: 600, seconds: hour },
  /** Lines of thanks by one reader, and emails about them to one writer. */
  thanks: { points: 20, seconds: day },
  thanksMail: { points: 50, seconds: day },
  /** Stories reported by one person, and by all visitors of one network. */
  report: { points: 20, seconds: day },
  reportClient: { points: 20, seconds: day },
  /** Pictures uploaded by one person. */
  upload: { points: 200, seconds: day },
  /** Narrations started by one administrator. */
  podcast: { points: 120, seconds: hour },
  /** New addresses of one person's private podcast. */
  readingListFeed: { points: 20, seconds: hour },
  /** First narrations of one person's saved stories, for their private podcast. */
  readerNarration: { points: 20, seconds: day },
  /** Wrong codes for a newsletter, by one administrator. */
  sendCode: { points: 10, seconds: hour },
  /** Wrong codes for adding a book, and summaries that a model is asked for, by one administrator. */
  bookCode: { points: 10, seconds: hour },
  bookSummary: { points: 30, seconds: hour },
  /** Publications made by one person. */
  publication: { points: 20, seconds: hour },
} as const

type LimitName = keyof typeof rules

export type Limits = {
  /** Counts one; @throws Problem `too_many_requests` with the seconds to wait, and with `sentence` if one is given. */
  take(name: LimitName, key: string, sentence?: string): Promise<void>
  /** Refuses if the limit is used up, without counting. */
  refuseIfUsedUp(name: LimitName, key: string): Promise<void>
  /** Counts one. @returns whether it was within the limit. */
  tryTake(name: LimitName, key: string): Promise<boolean>
  /** Counts one, for a later `refuseIfUsedUp`. */
  count(name: LimitName, key: string): Promise<void>
  /** Uncounts one whose action did not happen. */
  refund(name: LimitName, key: string): Promise<void>
  forget(name: LimitName, key: string): Promise<void>
  /** Whether the counts are shared by all processes as configured; always true without Redis. */
  areShared(): boolean
  close(): void
}

type Options = {
  /** Called when Redis becomes unavailable (also at the start) and when it is back. */
  onRedis?: ((state: 'away' | 'back', reason?: string) => void) | undefined
  /** Disconnected by `close`. */
  redis?: Redis | undefined
  searchesPerMinute?: number
}

/** Rate limits, counted in Redis for all processes if it is configured and answers, otherwise in this process. */
export function createLimits(options: Options = {}): Limits {
  const { redis, searchesPerMinute, onRedis = () => undefined } = options
  const watch = redis && watchRedis(redis, onRedis)
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const points = name === 'search' && searchesPerMinute ? searchesPerMinute : rule.points
      const limit = { keyPrefix: `bytewise:${name}`, points, duration: rule.seconds }
      const memory = new RateLimiterMemory(limit)
      if (!redis) return [name, memory]
      return [name, new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: memory })]
    }),
  ) as Record<LimitName, RateLimiterAbstract>

  const consume = (name: LimitName, key: string) => refusalOf(limiters[name].consume(hidden(key)))
  return {
    tryTake: async (name, key) => (await consume(name, key)) === undefined,
    count: async (name, key) => void (await consume(name, key)),
    take: async (name, key, sentence) => {
      const refusal = await consume(name, key)
      if (refusal) throw tooMany(refusal, sentence)
    },
    refuseIfUsedUp: async (name, key) => {
      const used = await limiters[name].get(hidden(key))
      if (used && used.remainingPoints <= 0 && used.consumedPoints >= limiters[name].points) throw tooMany(used)
    },
    refund: async (name, key) => void (await limiters[name].reward(hidden(key))),
    forget: async (name, key) => void (await limiters[name].delete(hidden(key))),
    areShared: () => watch?.answers() ?? true,
    close: () => {
      watch?.stop()
      redis?.disconnect()
    },
  }
}

async function refusalOf(consumed: Promise<unknown>): Promise<RateLimiterRes | undefined> {
  try {
    await consumed
    return undefined
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  }
}

/** Hashed, so that Redis has no email or IP addresses in plain text. */
function hidden(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function tooMany({ msBeforeNext }: RateLimiterRes, sentence = 'Too many requests.'): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Problem('too_many_requests', {
    detail: `${sentence} Please try again in ${durationInWords(retryAfterSeconds)}.`,
    retryAfterSeconds,
  })
}

/** Where a call comes from; a `Caller` is one. */
type Client = { address: string; userAgent: string }

/** The key of a client: its IPv4 address, or its IPv6 network of 64 bits, which one subscriber has (RFC 6177). */
export function clientOf(caller: Client | undefined): string {
  const address = caller?.address ?? ''
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

/** The key of a browser: its client's key and the User-Agent. */
export function browserOf(caller: Client | undefined): string {
  return `${clientOf(caller)} ${caller?.userAgent ?? ''}`
}

/** Actions with a limit for each browser and a far higher one for all browsers at its address. */
type Shared = 'signup' | 'forgot' | 'subscribe' | 'passkey'

/**
 * Counts one for the caller's browser, then for its address. One browser must not lock out everyone at the same
 * address, and a client that changes its User-Agent with every call must be stopped too.
 * @throws Problem `too_many_requests`.
 */
export async function takeShared(limits: Limits, name: Shared, caller: Client | undefined): Promise<void> {
  await limits.take(name, browserOf(caller))
  await limits.take(`${name}Address`, clientOf(caller))
}

/** Undoes a `takeShared` whose action did not happen. */
export async function refundShared(limits: Limits, name: Shared, caller: Client | undefined): Promise<void> {
  await limits.refund(name, browserOf(caller))
  await limits.refund(`${name}Address`, clientOf(caller))
}

/** The key of an account and a client that tries to sign in to it. */
export function signInKey({ email, client }: { email: string; client: string }): string {
  return `${email} ${client}`
}

/** The key of an account and an email address that its owner claims. */
export function emailProofKey({ userId, email }: { userId: string; email: string }): string {
  return `${userId} ${email.toLowerCase()}`
}

function networkOf(address: string): string {
  // The URL parser normalises the address: lower case, no leading zeros.
  const [plain = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
