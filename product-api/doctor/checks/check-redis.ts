import { at, bad, type Found, good, reasonOf } from '../findings.ts'
import type { Subject } from '../subject.ts'

export async function checkRedis({ settings: { REDIS_URL } }: Subject): Promise<Found> {
  if (!REDIS_URL) {
    const sentence = 'Not used: each process counts limits by itself. REDIS_URL would let several share their counts.'
    return { findings: [good('redis-unused', sentence)] }
  }
  const { Redis } = await import('ioredis')
  const redis = new Redis(REDIS_URL, { lazyConnect: true, connectTimeout: 1_500, retryStrategy: () => null })
  // The failed call says it as well; without a listener it would be printed.
  let fault: unknown
  redis.on('error', (error) => {
    fault = error
  })
  try {
    await redis.connect()
    await redis.ping()
    return { findings: [good('redis-works', `Redis${at(REDIS_URL)} answers.`)] }
  } catch (cause) {
    const sentence = `Redis${at(REDIS_URL)} doesn’t answer${reasonOf(fault ?? cause)}. Meanwhile each process counts limits by itself.`
    const advice = 'Start Redis, or correct REDIS_URL. If only one process serves the site, leave it out.'
    return { findings: [bad('redis-away', sentence, advice)] }
  } finally {
    redis.disconnect()
  }
}
