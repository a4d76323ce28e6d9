import { createHash, randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { createLimits, type Limits, refundShared, takeShared } from './limits.ts'
import { openRedis } from './redis.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

const opened: Limits[] = []
function open(options?: Parameters<typeof createLimits>[0]): Limits {
  const limits = createLimits(options)
  opened.push(limits)
  return limits
}
afterEach(() => {
  while (opened.length > 0) opened.pop()?.close()
})

const allowed = async (limits: Limits, key: string, tries: number) => {
  let count = 0
  for (let tried = 0; tried < tries; tried++) if (await limits.tryTake('loginPair', key)) count++
  return count
}

describe('limits', () => {
  test('let so many through, then say when to come back', async () => {
    const limits = open()
    for (let count = 0; count < 5; count++) await limits.take('loginPair', 'ada')
    await expect(limits.take('loginPair', 'ada')).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests. Please try again in 15 minutes.',
      retryAfterSeconds: 900,
    })
    for (let count = 0; count < 200; count++) await limits.take('upload', 'ada')
    const message = 'Too many requests. Please try again in 24 hours.'
    await expect(limits.take('upload', 'ada')).rejects.toMatchObject({ message })
  })

  test('count by key and by name', async () => {
    const limits = open()
    expect(await allowed(limits, 'ada', 9)).toBe(5)
    expect(await allowed(limits, 'bob', 9)).toBe(5)
    await limits.take('loginAccount', 'ada')
  })

  test('let no more through when many come at the same time', async () => {
    const limits = open()
    const all = await Promise.all(Array.from({ length: 20 }, () => limits.tryTake('loginPair', 'ada')))
    expect(all.filter(Boolean)).toHaveLength(5)
  })

  test('refuse without counting', async () => {
    const limits = open()
    for (let count = 0; count < 9; count++) await limits.refuseIfUsedUp('loginPair', 'ada')
    expect(await allowed(limits, 'ada', 5)).toBe(5)
    await expect(limits.refuseIfUsedUp('loginPair', 'ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('forget, and take one back', async () => {
    const limits = open()
    await allowed(limits, 'ada', 5)
    await limits.refund('loginPair', 'ada')
    expect(await allowed(limits, 'ada', 5)).toBe(1)
    await limits.forget('loginPair', 'ada')
    expect(await allowed(limits, 'ada', 9)).toBe(5)
  })

  test('of a browser and its address are refunded together', async () => {
    const limits = open()
    const caller = { address: '192.0.2.1', userAgent: 'Firefox' }
    for (let count = 0; count < 30; count++) await takeShared(limits, 'signup', caller)
    for (let count = 0; count < 270; count++) await limits.take('signupAddress', '192.0.2.1')
    await refundShared(limits, 'signup', caller)
    await takeShared(limits, 'signup', caller)
    await expect(takeShared(limits, 'signup', caller)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('of searches follow the setting', async () => {
    const limits = open({ searchesPerMinute: 1 })
    await limits.take('search', 'ada')
    await expect(limits.take('search', 'ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

describe('an unavailable Redis', () => {
  /** No timer fires meanwhile: a call that waited for Redis, or for another try, would never end. */
  const expectLimitsAtOnce = async (url: string) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
    try {
      const limits = open({ redis: await openRedis(url) })
      expect(await allowed(limits, 'ada', 9)).toBe(5)
      await expect(limits.refuseIfUsedUp('loginPair', 'ada')).rejects.toMatchObject({ code: 'too_many_requests' })
      await limits.refund('loginPair', 'ada')
      await limits.forget('loginPair', 'ada')
    } finally {
      jest.useRealTimers()
    }
  }

  test('is replaced by the memory immediately', () => expectLimitsAtOnce('redis://127.0.0.1:1'))

  test('is reported once, and again when it is back', async () => {
    const road = await roadTo(new URL(redisUrl))
    road.close()
    const told: (string | undefined)[][] = []
    const limits = open({ redis: await openRedis(road.url), onRedis: (...words) => told.push(words) })
    const heard = async (count: number) => {
      while (told.length < count) await new Promise(setImmediate)
    }
    await heard(1)
    await allowed(limits, 'ada', 3)
    expect(told).toEqual([['away', expect.stringContaining('ECONNREFUSED')]])
    expect(limits.areShared()).toBe(false)

    const again = await roadTo(new URL(redisUrl), Number(new URL(road.url).port))
    if (await answersAt(redisUrl)) {
      await heard(2)
      expect(limits.areShared()).toBe(true)
      again.block()
      await heard(3)
      expect(told.slice(1)).toEqual([['back'], ['away', expect.any(String)]])
    }
    limits.close()
    again.close()
  })

  test('nothing hangs if it accepts commands and never answers', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    await expectLimitsAtOnce(`redis://127.0.0.1:${port}`)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

describe('two processes with one Redis', () => {
  let redis: Redis
  let answers = false
  beforeAll(async () => {
    answers = await answersAt(redisUrl)
    redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null })
    redis.on('error', () => undefined)
    if (answers) await redis.connect()
  })
  afterAll(() => redis.disconnect())

  /** Once what it counts is in Redis. */
  const openConnected = async ({ url = redisUrl, timeoutMs }: { url?: string; timeoutMs?: number } = {}) => {
    const limits = open({ redis: await openRedis(url, timeoutMs) })
    const key = randomUUID()
    const entry = `bytewise:account:${createHash('sha256').update(key).digest('base64url')}`
    while (!(await redis.exists(entry))) await limits.count('account', key)
    await limits.forget('account', key)
    return limits
  }

  test('share their counts', async () => {
    if (!answers) return
    const patient = { timeoutMs: 10_000 }
    const [one, other] = [await openConnected(patient), await openConnected(patient)]
    const key = randomUUID()
    expect(await allowed(one, key, 3)).toBe(3)
    expect(await allowed(other, key, 9)).toBe(2)
    await expect(one.refuseIfUsedUp('loginPair', key)).rejects.toMatchObject({ code: 'too_many_requests' })
    await other.forget('loginPair', key)
    expect(await allowed(one, key, 9)).toBe(5)
    await one.forget('loginPair', key)
  })

  test('store no readable addresses in it', async () => {
    if (!answers) return
    const limits = await openConnected()
    await limits.count('subscribe', 'somebody-to-look-for@example.com')
    expect(await redis.keys('*somebody-to-look-for*')).toEqual([])
    await limits.forget('subscribe', 'somebody-to-look-for@example.com')
  })

  test('go on from their memory while it hangs', async () => {
    if (!answers) return
    const road = await roadTo(new URL(redisUrl))
    const limits = await openConnected({ url: road.url })
    road.block()
    const start = performance.now()
    expect(await limits.tryTake('account', randomUUID())).toBe(true)
    expect(performance.now() - start).toBeLessThan(5_000)
    road.close()
  })
})

async function answersAt(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => undefined)
  const answers = await redis.connect().then(
    () => true,
    () => false,
  )
  redis.disconnect()
  return answers
}

/** A way to a server on which everything can be held up: for those who take it only, not for other tests. */
async function roadTo({ hostname, port }: URL, at = 0) {
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port || 6379), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    block: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
