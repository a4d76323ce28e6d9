import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Lane } from './bulk-transport.ts'
import { openSmtpLanes } from './smtp-lane.ts'

/** A mail server that says what it is told to, a line for a command; `cut` ends the connection. */
type Script = { greeting?: string; mail?: string; rcpt?: string; data?: string; end?: string }

let server: Server | undefined
let lane: Lane | undefined
const sockets = new Set<Socket>()

afterEach(async () => {
  lane?.close()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  if (server?.listening) await new Promise((resolve) => server?.close(resolve))
})

async function laneTo(script: Script, deadlineMs = 5_000): Promise<Lane> {
  server = createServer((socket) => serve(socket, script))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  lane = openSmtpLanes({ url: `smtp://127.0.0.1:${port}`, lanes: 1, deadlineMs }).openLane()
  return lane
}

function serve(socket: Socket, script: Script): void {
  sockets.add(socket)
  socket.on('error', () => undefined)
  let isData = false
  let buffered = ''
  const say = (line: string) => (line === 'cut' ? socket.destroy() : line === 'silence' || socket.write(`${line}\r\n`))
  say(script.greeting ?? '220 ready')
  socket.on('data', (chunk) => {
    buffered += chunk.toString()
    if (isData && buffered.endsWith('\r\n.\r\n')) {
      isData = false
      buffered = ''
      return say(script.end ?? '250 2.0.0 taken')
    }
    if (isData) return
    for (let end = buffered.indexOf('\r\n'); end >= 0 && !isData; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end).toUpperCase()
      buffered = buffered.slice(end + 2)
      if (line.startsWith('EHLO')) say('250 here')
      else if (line.startsWith('MAIL')) say(script.mail ?? '250 ok')
      else if (line.startsWith('RCPT')) say(script.rcpt ?? '250 ok')
      else if (line.startsWith('DATA')) {
        isData = script.data === undefined
        say(script.data ?? '354 go on')
      } else say('250 ok')
    }
  })
}

const begin = async () => true
const mail = { from: 'n@x.test', to: 'r@y.test', raw: Buffer.from('Subject: s\r\n\r\nwords\r\n') }

describe('the outcome of an email if the server', () => {
  test.each<[string, Script, object]>([
    ['accepts it', {}, { kind: 'taken', text: '250 2.0.0 taken' }],
    ['does not know the recipient', { rcpt: '550 5.1.1 unknown' }, { kind: 'refused', code: 550, command: 'RCPT TO' }],
    ['defers the recipient', { rcpt: '450 4.2.1 later' }, { kind: 'later', code: 450 }],
    ['refuses the message', { end: '554 5.7.1 spam' }, { kind: 'refused', code: 554, command: 'DATA' }],
    ['defers the email after the message', { end: '451 4.3.0 later' }, { kind: 'later', code: 451 }],
    ['refuses the sender', { mail: '550 not you' }, { kind: 'no_answer' }],
    ['greets with a refusal', { greeting: '554 not you' }, { kind: 'no_answer', text: '554 not you' }],
    ['closes the connection with a reply', { end: '421 closing' }, { kind: 'no_answer' }],
    ['is cut off before the message', { rcpt: 'cut' }, { kind: 'no_answer' }],
    ['is cut off after the message', { end: 'cut' }, { kind: 'uncertain' }],
  ])('%s', async (_, script, expected) => {
    const answer = await (await laneTo(script)).deliver(mail, begin)
    expect(answer).toMatchObject(expected)
  })

  test('is silent: a timeout, which is uncertain after the message', async () => {
    expect(await (await laneTo({ end: 'silence' }, 100)).deliver(mail, begin)).toMatchObject({ kind: 'uncertain' })
    expect(await (await laneTo({ mail: 'silence' }, 100)).deliver(mail, begin)).toMatchObject({ kind: 'no_answer' })
  })

  test('is unreachable', async () => {
    const gone = openSmtpLanes({ url: 'smtp://127.0.0.1:1', lanes: 1 }).openLane()
    expect(await gone.deliver(mail, begin)).toMatchObject({
      ...{ kind: 'no_answer', text: expect.stringContaining('ECONNREFUSED') },
    })
  })
})

test('a lane continues after a refusal over the same connection, and after a cut over a new one', async () => {
  const script: Script = { rcpt: '550 unknown' }
  const open = await laneTo(script)
  expect(await open.deliver(mail, begin)).toMatchObject({ kind: 'refused' })
  script.rcpt = '250 ok'
  expect(await open.deliver(mail, begin)).toMatchObject({ kind: 'taken' })
  expect(sockets.size).toBe(1)
  script.end = 'cut'
  expect(await open.deliver(mail, begin)).toMatchObject({ kind: 'uncertain' })
  delete script.end
  expect(await open.deliver(mail, begin)).toMatchObject({ kind: 'taken' })
  expect(sockets.size).toBe(2)
})

describe('an email', () => {
  test('begins when the server is ready for it, and is not handed over before that is written down', async () => {
    const said: string[] = []
    const open = await laneTo({ end: '250 2.0.0 taken' })
    server?.on('connection', (socket: Socket) => socket.on('data', (chunk) => void said.push(chunk.toString())))
    const answer = await open.deliver(mail, async () => {
      expect(said.join('')).toMatch(/DATA\r\n$/)
      return true
    })
    expect(answer).toMatchObject({ kind: 'taken' })
    expect(said.join('')).toContain('words')
  })

  test('is not handed over if it may not be sent after all, and the next one uses a new connection', async () => {
    const said: string[] = []
    const open = await laneTo({})
    server?.on('connection', (socket: Socket) => socket.on('data', (chunk) => void said.push(chunk.toString())))
    expect(await open.deliver(mail, async () => false)).toMatchObject({ kind: 'no_answer' })
    expect(said.join('')).not.toContain('words')
    expect(await open.deliver(mail, begin)).toMatchObject({ kind: 'taken' })
  })

  test('does not begin if its recipient is refused', async () => {
    let isBegun = false
    await (await laneTo({ rcpt: '550 5.1.1 no such user' })).deliver(mail, async () => {
      isBegun = true
      return true
    })
    expect(isBegun).toBe(false)
  })
})
