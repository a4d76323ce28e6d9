import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/** From now on the sink refuses emails for this address; the returned function lets it accept them again. */
export function refuseMailsTo(address: string, folder: string): () => void {
  const file = refusalOf(address, folder)
  writeFileSync(file, '')
  return () => rmSync(file)
}

function refusalOf(address: string, folder: string): string {
  return join(folder, `${address}.refused`)
}

/** A real mail server that accepts everything but what a test refuses. It stores each email with its envelope. */
export async function startMailSink({ port, folder }: { port: number; folder: string }): Promise<SMTPServer> {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      if (existsSync(refusalOf(address, folder))) done(Object.assign(new Error('Try later'), { responseCode: 451 }))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const file = join(folder, `${String(++count).padStart(6, '0')}.json`)
        // A character a byte: a signature is about every single one of them.
        const source = Buffer.concat(chunks).toString('latin1')
        writeFileSync(`${file}.part`, JSON.stringify({ recipients, source }))
        renameSync(`${file}.part`, file)
        done()
      })
    },
  })
  // A client that disconnects in the middle is ignored.
  server.on('error', () => undefined)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
