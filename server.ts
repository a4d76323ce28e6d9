import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileTimesMs } from '#contract/calls-in-front.ts'
import { readWebEnv } from '#lib/env.ts'
import { closedPolicy, securityHeaders } from '#lib/security-headers.ts'
import { passUpgrade } from '#lib/web-server/pass-upgrade.ts'
import { rendererCount } from '#lib/web-server/renderer-count.ts'
import { RendererPool } from '#lib/web-server/renderer-pool.ts'
import { exitProcess } from '#runtime/exit-process.ts'
import { answerMalformedRequests, Drain, limitBodyTime } from '#runtime/http-server.ts'
import { runProgram } from '#runtime/run-program.ts'

// The front of the web: addresses, headers and the page cache. It loads neither Next nor React; the processes that it
// starts (renderer.ts) render.

/** The wait for the change feed; without it the web starts all the same. */
const longestWaitMs = 5_000
/** The time for a request's body; a file takes longer on a slow line. */
const bodyMostMs = 30_000
/** The time for running requests at a stop. */
const drainMostMs = 4_500
/** The time for the drain and for the report of the remaining reads. */
const stopMostMs = 5_000

await runProgram(serve)

async function serve(): Promise<void> {
  const env = readWebEnv()
  if (!env.NEXTAUTH_SECRET) throw new Error('The setting NEXTAUTH_SECRET is missing: it encrypts the sessions')
  const dev = process.argv.includes('--dev')
  const renderers = new RendererPool({
    count: dev ? 1 : rendererCount(env),
    nodeFlags: env.RENDERER_FLAGS,
    file: 'renderer.ts',
    args: dev ? ['--dev'] : [],
    onFailedStart: () => exitProcess(1),
  })
  // Loaded while they start.
  const { createWebHandler } = await import('#lib/web-server/web-handler.ts')
  const web = createWebHandler(env, renderers, { dev })
  await renderers.ready()

  const drain = new Drain()
  const server = createServer(
    {
      ...drain.serverOptions,
      // Live reload is a websocket, which Next takes.
      ...(dev && { shouldUpgradeCallback: () => true }),
      // Drops slow senders, which would hold a connection for ever.
      headersTimeout: 5_000,
      requestTimeout: Math.max(...Object.values(fileTimesMs)),
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
    },
    (request: IncomingMessage, response: ServerResponse) => web.handle(request, response),
  )
  drain.watch(server)
  limitBodyTime(server, ({ url = '' }) => fileTimesMs[url.replace(/^\/api|\?.*$/g, '')] ?? bodyMostMs)
  const https = env.PUBLIC_URL.startsWith('https:')
  answerMalformedRequests(server, { ...securityHeaders({ https }), 'content-security-policy': closedPolicy })
  if (dev) server.on('upgrade', passUpgrade(renderers))
  server.on('error', (fault: NodeJS.ErrnoException) => {
    console.error(
      fault.code === 'EADDRINUSE' ? `The port ${env.PORT} is taken: set PORT to a free one.` : fault.message,
    )
    exitProcess(1)
  })
  server.listen(env.PORT, env.HOST, () => {
    // Requests are answered from now on; ready is reported once no write can be missed.
    void Promise.race([web.connected, delay(longestWaitMs)]).then(() => {
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
    setTimeout(() => renderers.kill(), Math.max(0, stopMostMs - (performance.now() - stoppedAt))).unref()
    await renderers.stop()
    exitProcess(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  // The supervisor is gone: don't outlive it.
  process.on('disconnect', () => void stop())
}
