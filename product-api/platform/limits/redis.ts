import type { Redis } from 'ioredis'

/** The interval of pings: an open connection does not prove that Redis answers. */
const askMs = 2_000

/**
 * Connects to Redis, whose client is loaded only where one is used.
 * @param commandTimeout Redis counts as unavailable if it takes longer; milliseconds.
 */
export async function openRedis(url: string, commandTimeout = 250): Promise<Redis> {
  const { Redis } = await import('ioredis')
  // Requests never wait for an unavailable Redis: the memory limiter takes over immediately.
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout,
  })
}

/** Pings Redis regularly, and reports when it becomes unavailable (also at the start) and when it is back. */
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
  // Until it is connected, the connection's own error says more than a failed ping.
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
