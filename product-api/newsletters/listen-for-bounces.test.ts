import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { createLogger } from '#platform/log.ts'
import { api, send, withApi } from '#testing/api.ts'
import { writeCertificate } from '#testing/certificate.ts'
import { temporaryFolder } from '#testing/children.ts'
import { aBounce, aSentMail, bounceAddress } from '#testing/reports.ts'
import type { CertificateFiles } from './bounce-certificate.ts'
import { reportMostBytes } from './bounces/read-report.ts'
import { type BounceListener, listenForBounces } from './listen-for-bounces.ts'

withApi()

let listener: BounceListener
const logger = createLogger('silent')
const listenOn = (db = api().context.db, files?: CertificateFiles) =>
  listenForBounces({
    ...{ context: { ...api().context, db }, logger, files },
    ...{ address: bounceAddress, port: 0, host: '127.0.0.1' },
  })
beforeEach(async () => {
  listener = await listenOn()
})
afterEach(() => listener.close())

async function deliver(to: string | string[], raw: Buffer = aBounce(), { port } = listener): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: '', to }, raw })
    return 250
  } catch (refusal) {
    return (refusal as { responseCode: number }).responseCode
  } finally {
    transport.close()
  }
}
const states = async () => (await api().pool.query('select state from send_recipients')).rows.map(({ state }) => state)

test('takes a bounce at the return path of its email', async () => {
  const { returnPath } = await aSentMail()
  expect(await deliver(returnPath.replace('bounces', 'BOUNCES'))).toBe(250)
  expect(await states()).toEqual(['bounced'])
})

test('takes what comes to the bounce address itself, and ignores what proves nothing', async () => {
  const { returnPath } = await aSentMail()
  expect(await deliver(bounceAddress, Buffer.from('Subject: Away\r\n\r\nOut of office'))).toBe(250)
  expect(await deliver(bounceAddress)).toBe(250)
  expect(await states()).toEqual(['sent'])
  expect(await deliver(bounceAddress, aBounce({ to: returnPath }))).toBe(250)
  expect(await states()).toEqual(['bounced'])
})

test.each(['me@mail.example.com', 'bounces+abc@mail.example.com', 'bounces@example.com', 'x@evil.example'])(
  'refuses %s',
  async (address) => {
    expect(await deliver(address)).toBe(550)
  },
)

test('refuses a return path of another host, and more than it takes', async () => {
  const { returnPath } = await aSentMail()
  expect(await deliver(returnPath.replace('mail.example.com', 'example.org'))).toBe(550)
  expect(await deliver(returnPath, Buffer.concat([aBounce(), Buffer.alloc(reportMostBytes, 'a\r\n')]))).toBe(552)
  expect(await states()).toEqual(['sent'])
})

test('puts off what it can’t record, so that nothing is lost', async () => {
  const { returnPath } = await aSentMail()
  const away = new Proxy(api().context.db, {
    get: () => {
      throw new Error('The database is away')
    },
  })
  const putsOff = await listenOn(away)
  expect(await deliver(returnPath, aBounce(), putsOff)).toBe(451)
  await putsOff.close()
  expect(await states()).toEqual(['sent'])
})

describe('with a certificate', () => {
  const folder = temporaryFolder()
  let own: BounceListener
  beforeEach(async () => {
    own = await listenOn(api().context.db, writeCertificate(folder, 'first.example'))
  })
  afterEach(() => own.close())

  /** Over TLS, to the one that shows the certificate of this host. */
  async function deliverTo(servername: string, ca: Buffer): Promise<string> {
    const { returnPath } = await aSentMail(`${randomUUID()}@example.org`)
    const tls = { servername, ca }
    const transport = createTransport({ host: '127.0.0.1', port: own.port, requireTLS: true, tls })
    try {
      return (await transport.sendMail({ envelope: { from: '', to: returnPath }, raw: aBounce() })).response
    } finally {
      transport.close()
    }
  }

  test('takes reports over TLS, and offers none without one', async () => {
    expect(await deliverTo('first.example', readFileSync(join(folder, 'cert.pem')))).toMatch(/^250/)
    expect(await states()).toEqual(['bounced'])
    const { port } = listener
    const plain = createTransport({ host: '127.0.0.1', port, requireTLS: true })
    await expect(plain.verify()).rejects.toThrow()
  })

  test('shows what it is renewed to, and the former one while that is being written', async () => {
    const first = readFileSync(join(folder, 'cert.pem'))
    writeFileSync(join(folder, 'cert.pem'), '-----BEGIN CERT')
    expect(await deliverTo('first.example', first)).toMatch(/^250/)
    writeCertificate(folder, 'second.example')
    expect(await deliverTo('second.example', readFileSync(join(folder, 'cert.pem')))).toMatch(/^250/)
    await expect(deliverTo('first.example', first)).rejects.toThrow()
  })
})

test('offers no more than twenty connections', async () => {
  const sockets = Array.from({ length: 21 }, () => connect(listener.port, '127.0.0.1'))
  const greetings = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  expect(greetings.filter((greeting) => greeting.startsWith('220'))).toHaveLength(20)
  expect(greetings.filter((greeting) => greeting.startsWith('421'))).toHaveLength(1)
  for (const socket of sockets) socket.destroy()
})

test('says in one sentence that its port is taken', async () => {
  const { context } = api()
  const taken = { context, logger, address: bounceAddress, host: '127.0.0.1', port: listener.port }
  await expect(listenForBounces(taken)).rejects.toThrow(/BOUNCE_SMTP_PORT.*EADDRINUSE/)
})

test('by HTTP nothing comes in when no secret is set', async () => {
  const headers = { 'content-type': 'message/rfc822' }
  expect((await send('POST', '/newsletters/bounces', { body: 'a', headers })).status).toBe(404)
})
