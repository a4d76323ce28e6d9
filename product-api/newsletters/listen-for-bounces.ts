import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Context } from '#platform/context.ts'
import { type CertificateFiles, followCertificate } from './bounce-certificate.ts'
import { reportMostBytes } from './bounces/read-report.ts'
import { recordReport } from './record-bounce.ts'
import { readReturnPath } from './return-path.ts'

const connectionsMost = 20
/** The longest silence of a client, and the longest session. */
const silenceMs = 20_000
const sessionMs = 90_000
const recipientsMost = 10

type Options = {
  context: Pick<Context, 'db' | 'now'>
  logger: Logger
  address: string
  port: number
  host: string
  /** For STARTTLS, which is not offered without one. */
  files?: CertificateFiles | undefined
}
export type BounceListener = { port: number; close: () => Promise<void> }

/**
 * Accepts emails to the bounce address and its return paths by SMTP, and refuses all others. A report that can't be
 * recorded right now gets a temporary error, so that its sender retries. A renewed certificate is used from the next
 * connection on.
 * @throws Error with one sentence if the port is taken or not allowed.
 */
export async function listenForBounces(options: Options): Promise<BounceListener> {
  const { context, logger, address, port, host, files } = options
  const certificate = files && followCertificate(files)
  const deadlines = new Map<string, NodeJS.Timeout>()
  const server = new SMTPServer({
    ...{
      authOptional: true,
      disabledCommands: certificate ? ['AUTH'] : ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
    },
    ...{ size: reportMostBytes, maxClients: connectionsMost, socketTimeout: silenceMs, closeTimeout: 1_000 },
    banner: 'takes bounces only',
    ...certificate?.first,
    onConnect({ id }, done) {
      const close = () => [...server.connections].find((connection) => connection.id === id)?.close()
      const renewed = certificate?.renewed()
      if (renewed) server.updateSecureContext(renewed)
      deadlines.set(id, setTimeout(close, sessionMs).unref())
      done()
    },
    onClose({ id }) {
      clearTimeout(deadlines.get(id))
      deadlines.delete(id)
    },
    onRcptTo(recipient, { envelope }, done) {
      if (!isForUs(recipient.address, address)) return done(refusal(550, 'There is no such mailbox here'))
      done(envelope.rcptTo.length < recipientsMost ? undefined : refusal(452, 'Too many recipients'))
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map((recipient) => recipient.address)
      receive(stream, recipients).then(done, (fault: unknown) => {
        logger.warn({ err: fault }, 'a bounce could not be recorded; its sender tries again')
        done(refusal(451, 'Try again later'))
      })
    },
  })

  async function receive(stream: SMTPServerDataStream, recipients: string[]): Promise<Error | undefined> {
    const raw = await readWhole(stream)
    if (!raw) return refusal(552, `A report has at most ${reportMostBytes} bytes`)
    await recordReport(context, { raw, recipients, isTrusted: false })
    return undefined
  }

  server.on('error', (fault) => logger.debug({ err: fault }, 'a connection to the bounce address broke'))
  server.listen(port, host)
  try {
    await once(server.server, 'listening')
  } catch (cause) {
    throw new Error(`Bounces can't be taken at ${host}:${port} (BOUNCE_SMTP_PORT): ${(cause as Error).message}`, {
      cause,
    })
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isForUs(recipient: string, address: string): boolean {
  const [to, ours] = [recipient.toLowerCase(), address.toLowerCase()]
  if (to === ours) return true
  const at = ours.lastIndexOf('@')
  const isBelow = to.startsWith(`${ours.slice(0, at)}+`) && to.endsWith(ours.slice(at))
  return isBelow && readReturnPath(to) !== undefined
}

/** Reads to the end even if it is too large: the client reads the answer only then. */
async function readWhole(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= reportMostBytes) chunks.push(chunk)
  }
  return bytes > reportMostBytes ? undefined : Buffer.concat(chunks)
}

function refusal(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode })
}
