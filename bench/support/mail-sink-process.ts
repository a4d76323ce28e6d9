import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

// A mail server in a process of its own: takes everything, and says how many mails it has and when the first and last came.
let mails = 0
let bytes = 0
let firstAt = 0
let lastAt = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    stream.on('end', () => {
      lastAt = Date.now()
      firstAt ||= lastAt
      mails++
      done()
    })
  },
})
server.on('error', () => undefined)
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
process.on('message', (message) => {
  process.send?.({ mails, bytes, firstAt, lastAt })
  if (message === 'reset') [mails, bytes, firstAt, lastAt] = [0, 0, 0, 0]
})
process.send?.({ port: (server.server.address() as AddressInfo).port })
