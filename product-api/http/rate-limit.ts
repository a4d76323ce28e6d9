import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../problem.ts'

/** Lets a client through, or throws `too_many_requests` with the seconds to wait. */
export type RateLimit = (client: string) => Promise<void>

export function limitPerMinute(points: number): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (client) => {
    try {
      await limiter.consume(client)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw new Problem('too_many_requests', {
        detail: `Too many requests. Please try again in ${retryAfterSeconds} s.`,
        retryAfterSeconds,
      })
    }
  }
}
