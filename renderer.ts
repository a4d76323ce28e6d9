import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import next from 'next'
import { answerMethod } from '#lib/bff/answer-method.ts'
import { readWebEnv } from '#lib/env.ts'
import { createRenderer } from '#lib/renderer/answer-orders.ts'
import { createSiteReader } from '#lib/renderer/site-reader.ts'
import { mostHeaderBytes } from '#lib/renderer/wire.ts'
import { exitProcess } from '#runtime/exit-process.ts'
import { runProgram } from '#runtime/run-program.ts'

// A process that renders: Next, at a socket that only the server in front of it (server.ts) reaches.

const pulseMs = 1_000

await runProgram(serve)

async function serve(): Promise<void> {
  const socketPath = process.argv.at(-1) ?? ''
  const env = readWebEnv()
  const dev = process.argv.includes('--dev')
  const app = next({ dev, hostname: env.HOST, port: env.PORT, quiet: !dev })
  await app.prepare()
  const answer = createRenderer(app.getRequestHandler(), {
    publicUrl: env.PUBLIC_URL,
    readSite: createSiteReader(env.PRODUCT_API_URL),
    isDev: dev,
    answerMethod,
    // Loaded with the first request for a missing page that has a session cookie.
    hasSession: async (cookies) => (await import('./lib/session/cookies.ts')).hasReadableSession(cookies),
  })
  const server = createServer(
    {
      maxHeaderSize: mostHeaderBytes,
      // The server in front has all time limits, and ends its connections itself.
      ...{ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 },
      // Live reload is a websocket; nothing else is passed on as one.
      shouldUpgradeCallback: () => dev,
    },
    (request, response) => {
      answer(request, response).catch((cause: unknown) => {
        console.error(cause)
        // Closed, a connection would look like the end of this process.
        if (response.headersSent) response.destroy()
        else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('Something went wrong.')
      })
    },
  )
  if (dev) server.on('upgrade', app.getUpgradeHandler())
  // Left by one that was killed; and a folder of temporary files may be cleaned up at any time.
  rmSync(socketPath, { force: true })
  mkdirSync(dirname(socketPath), { recursive: true, mode: 0o700 })
  server.listen(socketPath, () => process.send?.({ ready: true }))
  const pulse = () => {
    const rssMb = Math.round(process.memoryUsage.rss() / 1024 ** 2)
    // The server in front may have been killed a moment ago: `disconnect` follows.
    process.send?.({ rssMb }, undefined, undefined, () => undefined)
  }
  setInterval(pulse, pulseMs).unref()

  // They are meant for the whole service; the server in front ends this process after its last answer.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => {
    server.close(() => {
      removeEmpty(dirname(socketPath))
      exitProcess(0)
    })
    server.closeIdleConnections()
  })
}

/** Removes the folder of a server in front that was killed, once all its renderers have ended. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Others are still there.
  }
}
