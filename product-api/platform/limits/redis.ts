import { Redis } from 'ioredis'

/** It may take the question and never answer: only asking shows that. */
const askMs = 2_000

export function openRedis(url: string, commandTimeout: number): Redis {
  // A request never waits for a Redis that is away: the memory limiter takes over immediately.
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout,
  })
}

/** Asks it every now and then, and tells of each time that it goes away (also at the very first) or comes back. */
export function watchRedis(redis: Redis, tell: (state: 'away' | 'back', reason?: string) => void) {
  let state: 'unknown' | 'here' | 'away' = 'unknown'
  const away = (fault: Error) => {
    if (state !== 'away') tell('away', fault.message || fault.name)
    state = 'away'
  }
  const here = () => {
    if (state === 'away') tell('back')
    state = 'here'
  }
  redis.on('error', away)
  redis.on('close', () => away(new Error('the connection was closed')))
  const ask = () => void redis.ping().then(here, away)
  redis.on('ready', ask)
  // Before it was ever connected, the connection's own fault says more than an unanswered question.
  const asking = setInterval(() => redis.status === 'ready' && ask(), askMs)
  asking.unref()
  return {
    answers: () => state === 'here',
    stop: () => {
      clearInterval(asking)
      redis.removeAllListeners('close')
    },
  }
}
