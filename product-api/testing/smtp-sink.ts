import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An email as received: the envelope and the raw message. */
export type TakenMail = { from: string; to: string[]; raw: string }

export type SmtpSink = {
  url: string
  taken: TakenMail[]
  /** Switches the behaviour: accept emails, refuse them, or leave them unanswered until it accepts again. */
  behave(how: 'takes' | 'refuses' | 'hangs'): void
  /** The number of open connections. */
  connections(): number
  /** The number of unanswered emails. */
  hanging(): number
  close(): Promise<void>
}

/** A local mail server that records the emails it receives. */
export async function openSmtpSink(port = 0): Promise<SmtpSink> {
  const taken: TakenMail[] = []
  let how: 'takes' | 'refuses' | 'hangs' = 'takes'
  let connections = 0
  const hanging = new Map<string, () => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Otherwise it looks up every client in the DNS.
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++
      done()
    },
    onClose({ id }) {
      connections--
      hanging.delete(id)
    },
    onData(stream, { id, envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (how === 'refuses') return done(Object.assign(new Error('Try later'), { responseCode: 451 }))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const take = () => {
          taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
          done()
        }
        if (how === 'hangs') hanging.set(id, take)
        else take()
      })
    },
  })
  // A broken connection is an error, which without a listener would crash the process.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    behave: (next) => {
      how = next
      if (how !== 'takes') return
      for (const take of hanging.values()) take()
      hanging.clear()
    },
    connections: () => connections,
    hanging: () => hanging.size,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
