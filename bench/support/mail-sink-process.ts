import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

// A mail server in its own process: accepts everything, and reports how many emails it has and when the first and last
// arrived.
let mails = 0
let bytes = 0
let firstAt = 0
let lastAt = 0
const looksAtEach = process.argv.includes('looks-at-each')
const messageIds = new Set<string>()
/** How many came in each second since the epoch. */
const bySecond = new Map<number, number>()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (looksAtEach) chunks.push(chunk)
    })
    stream.on('end', () => {
      lastAt = Date.now()
      if (looksAtEach) lookAt(Buffer.concat(chunks).toString('latin1'))
      firstAt ||= lastAt
      mails++
      done()
    })
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')

function lookAt(source: string): void {
  messageIds.add(/^Message-ID: (.+)$/im.exec(source)?.[1] ?? '')
  const second = Math.floor(lastAt / 1_000)
  bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
}

function mostIn(seconds: number): number {
  const sumFrom = (first: number) =>
    Array.from({ length: seconds }, (_, each) => bySecond.get(first + each) ?? 0).reduce((sum, count) => sum + count, 0)
  return Math.max(0, ...[...bySecond.keys()].map(sumFrom))
}

process.on('message', (message) => {
  const each = { distinct: messageIds.size, mostInASecond: mostIn(1), mostInTenSeconds: mostIn(10) }
  process.send?.({ mails, bytes, firstAt, lastAt, ...each })
  if (message === 'reset') [mails, bytes, firstAt, lastAt] = [0, 0, 0, 0]
})
process.send?.({ port: (server.server.address() as AddressInfo).port })
