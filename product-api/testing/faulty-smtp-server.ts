import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * How the server treats a recipient's emails. `late`: accepts after a delay; `cut, …`: ends the connection after
 * the message, which it has accepted or lost.
 */
export type Behaviour = 'takes' | 'late' | 'refuses' | 'puts off once' | 'cut, taken' | 'cut, lost'

export type FaultySmtpServer = {
  url: string
  /** The Message-IDs of accepted emails, in order. */
  taken: string[]
  /** The accepted ones whose sender did not get the answer. */
  unheard: Set<string>
  /** Stops with all connections; `comeBack` restarts it at the same address. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** Sets the listener for accepted emails. */
  onTaken(listener: () => void): void
  close(): Promise<void>
}

/** A mail server that refuses, defers and delays emails, cuts connections and stops. */
export async function openFaultySmtpServer(
  behaviourOf: (address: string, attempt: number) => Behaviour,
): Promise<FaultySmtpServer> {
  const taken: string[] = []
  const unheard = new Set<string>()
  const attempts = new Map<string, number>()
  let listener: () => void = () => undefined
  let port = 0
  let server: SMTPServer

  const mood = ({ envelope }: SMTPServerSession) => {
    const address = envelope.rcptTo[0]?.address ?? ''
    return behaviourOf(address, attempts.get(address) ?? 1)
  }
  const take = (raw: string) => {
    taken.push(/^Message-ID: *(<[^>]+>)/im.exec(raw)?.[1] ?? raw)
    listener()
    return taken.at(-1) as string
  }
  const open = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onRcptTo({ address }, _session, done) {
        const attempt = (attempts.get(address) ?? 0) + 1
        attempts.set(address, attempt)
        const how = behaviourOf(address, attempt)
        if (how === 'refuses') return done(said(550, '5.1.1 No such user'))
        if (how === 'puts off once' && attempt === 1) return done(said(450, '4.2.0 Try later'))
        done()
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString()
          const how = mood(session)
          const isFirst = attempts.get(session.envelope.rcptTo[0]?.address ?? '') === 1
          if (isFirst && how === 'cut, taken') unheard.add(take(raw))
          if (isFirst && how.startsWith('cut')) return void cut(session)
          const answer = () => {
            take(raw)
            done()
          }
          if (how === 'late') setTimeout(answer, 200)
          else answer()
        })
      },
    })
    server.on('error', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  const cut = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === id) connection._socket.destroy()
    }
  }
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  await open()
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    unheard,
    leave: async () => {
      const gone = close()
      for (const { _socket } of server.connections as Set<{ _socket: { destroy(): void } }>) _socket.destroy()
      await gone
    },
    comeBack: open,
    onTaken: (next) => {
      listener = next
    },
    close,
  }
}

function said(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
