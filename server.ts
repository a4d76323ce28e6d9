import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import next from 'next'
import { fileTimeMs, longestFileMs } from '#contract/calls.ts'
import { readWebEnv } from '#lib/env.ts'
import { answerClientFault } from '#lib/web-server/client-fault.ts'
import { createWebHandler } from '#lib/web-server/web-handler.ts'
import { Drain } from '#runtime/drain.ts'
import { readEnvFile } from '#runtime/env-file.ts'
import { limitBodyTime } from '#runtime/limit-body-time.ts'

// The web process: Next behind the page cache.

/** For the product API to tell of its writes; where it is down, the web is up all the same. */
const longestWaitMs = 5_000
/** For what is sent to us; a file takes longer on a slow line. */
const bodyMostMs = 30_000
/** For what runs when we are told to stop. */
const drainMostMs = 4_500
/** For the drain and for what is told to the product API after it. */
const stopMostMs = 5_000

try {
  readEnvFile()
  await serve()
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(1)
}

async function serve(): Promise<void> {
  const env = readWebEnv()
  if (!env.NEXTAUTH_SECRET) throw new Error('The setting NEXTAUTH_SECRET is missing: it encrypts the sessions')
  const dev = process.argv.includes('--dev')
  const app = next({ dev, hostname: env.HOST, port: env.PORT, quiet: !dev })
  await app.prepare()
  const web = createWebHandler(env, app.getRequestHandler(), {
    dev,
    // Loaded when somebody with a session first meets a page that is not there.
    hasSession: async (cookies) => (await import('#lib/session/token.ts')).hasReadableSession(cookies),
  })

  const drain = new Drain()
  const server = createServer(
    {
      ...drain.serverOptions,
      // Live reload is a websocket.
      ...(dev && { shouldUpgradeCallback: () => true }),
      // Slow senders are dropped instead of holding a connection for ever.
      headersTimeout: 5_000,
      requestTimeout: longestFileMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    (request: IncomingMessage, response: ServerResponse) => web.handle(request, response),
  )
  drain.watch(server)
  limitBodyTime(server, ({ url = '' }) => fileTimeMs(url.replace(/^\/api|\?.*$/g, '')) ?? bodyMostMs)
  const https = env.PUBLIC_URL.startsWith('https:')
  server.on('clientError', (fault, socket) => answerClientFault(fault, socket, { https }))
  if (dev) server.on('upgrade', app.getUpgradeHandler())
  server.on('error', (fault: NodeJS.ErrnoException) => {
    console.error(
      fault.code === 'EADDRINUSE' ? `The port ${env.PORT} is taken: set PORT to a free one.` : fault.message,
    )
    process.exit(1)
  })
  server.listen(env.PORT, env.HOST, () => {
    // Requests are answered from now on; whoever waits for the start also waits until no write can be missed.
    void Promise.race([web.hears, delay(longestWaitMs)]).then(() => {
      process.send?.({ ready: true })
      if (!dev) void web.warmUp()
    })
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const stoppedAt = performance.now()
    await drain.close(server, drainMostMs)
    await web.stop(stopMostMs - (performance.now() - stoppedAt))
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  // The supervisor is gone, however it went: nothing is left behind.
  process.on('disconnect', () => void stop())
}
