import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Server } from 'node:net'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { usualSettings } from '#contract/site.ts'
import { openDisk } from '#files/storage/disk.ts'
import { openS3 } from '#files/storage/s3.ts'
import { answerAddressCheck } from '#lib/web-server/answer-address-check.ts'
import { api, send, withApi } from '#testing/api.ts'
import { writeCertificate } from '#testing/certificate.ts'
import { codesOf, dataFolder, examine, type Given } from '#testing/examine.ts'
import { openNameServer } from '#testing/name-server.ts'
import { startS3 } from '#testing/s3.ts'
import { openSmtpSink } from '#testing/smtp-sink.ts'

// Mistakes of operators, each seeded into a site that is well otherwise; every one is found, and named.

withApi()

const stops: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function listen<T extends Server>(server: T): Promise<{ server: T; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    if (server instanceof http.Server) server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as net.AddressInfo
  return { server, port }
}

/** An address without a listener. */
async function nowhere(): Promise<string> {
  const { server, port } = await listen(net.createServer())
  await new Promise((done) => server.close(done))
  return `127.0.0.1:${port}`
}

test('a site that is well has no finding that is not good', async () => {
  expect(await codesOf('settings')).toEqual(['settings-right'])
  expect(await codesOf('files')).toEqual(['files-private'])
  expect(await codesOf('storage')).toEqual(['storage-works'])
  expect(await codesOf('disk')).toEqual(['disk-has-room'])
  expect(await codesOf('redis')).toEqual(['redis-unused'])
  expect(await codesOf('cache')).toEqual(['cache-unused'])
})

describe('settings', () => {
  test.each<[string, Given]>([
    ['address-local', { settings: { PUBLIC_URL: 'http://localhost:3000' } }],
    ['address-unencrypted', { settings: { PUBLIC_URL: 'http://site.example' } }],
    ['contact-example', { site: { now: usualSettings } }],
    ['jobs-off', { settings: { WORKER: 'none' } }],
    ['setting-misspelt', { written: { SMPT_URL: 'smtp://somebody:a-secret@mail.example' } }],
    ['secret-weak', { written: { NEXTAUTH_SECRET: 'aaaaaaaaaaaaaaaaaaaaaaaa' } }],
  ])('%s', async (code, given) => {
    expect(await codesOf('settings', given)).toEqual([code])
    expect(JSON.stringify(await examine('settings', given))).not.toMatch(/a-secret|aaaaaaaa/)
  })

  test('a name that is nearly that of a setting is told with the one that was meant', async () => {
    const { findings } = await examine('settings', {
      written: { SMPT_URL: 'x', HOME: '/root', PATH: '/bin', TZ: 'UTC' },
    })
    expect(findings).toMatchObject([{ sentence: 'SMPT_URL is no setting.', advice: 'Perhaps it should be SMTP_URL.' }])
    expect(await codesOf('settings', { written: { DATADIR: '/data' } })).toEqual(['setting-misspelt'])
    // A name of another program.
    expect(await codesOf('settings', { written: { HTTP_URL: 'x', SMTP_URL: 'smtp://mail.site.org' } })).toEqual([
      'settings-right',
    ])
  })
})

describe('files', () => {
  const file = (name: string, mode: number) => {
    const made = path.join(dataFolder, name)
    writeFileSync(made, 'x')
    chmodSync(made, mode)
    stops.push(() => rmSync(made))
    return made
  }

  test('data-folder-open: others can read the folder, or a secret in it', async () => {
    file('secrets.json', 0o644)
    expect(await examine('files')).toMatchObject({
      findings: [
        { code: 'data-folder-open', sentence: expect.stringContaining(path.join(dataFolder, 'secrets.json')) },
      ],
    })
    chmodSync(path.join(dataFolder, 'secrets.json'), 0o600)
    chmodSync(dataFolder, 0o750)
    expect(await codesOf('files')).toEqual(['data-folder-open'])
    chmodSync(dataFolder, 0o700)
    expect(await codesOf('files')).toEqual(['files-private'])
  })

  test('secret-file-open: everybody can read a key or the file of settings', async () => {
    const key = file('dkim.pem', 0o644)
    expect(await codesOf('files', { written: { DKIM_PRIVATE_KEY: key } })).toEqual(['secret-file-open'])
    expect(await codesOf('files', { written: { ENV_FILE: key } })).toEqual(['secret-file-open'])
    // A group may: that is how a mail server and we share a certificate.
    chmodSync(key, 0o640)
    expect(await codesOf('files', { written: { DKIM_PRIVATE_KEY: key, ENV_FILE: key } })).toEqual(['files-private'])
    expect(await codesOf('files', { written: { DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----' } })).toEqual([
      'files-private',
    ])
  })

  test('data-folder-missing', async () => {
    expect(await codesOf('files', { settings: { DATA_DIR: path.join(dataFolder, 'none') } })).toEqual([
      'data-folder-missing',
    ])
  })
})

describe('mail', () => {
  const mailAt = (SMTP_URL: string, given: Given = {}): Given => ({
    ...given,
    settings: { ...given.settings, SMTP_URL },
  })
  const smtp = async (options: SMTPServerOptions) => {
    const server = new SMTPServer({ disableReverseLookup: true, disabledCommands: ['STARTTLS'], ...options })
    // A broken connection is an error, which without a listener would crash the process.
    server.on('error', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    stops.push(() => new Promise((done) => server.close(() => done())))
    return `127.0.0.1:${(server.server.address() as net.AddressInfo).port}`
  }

  test('mail-outbox and mail-nowhere: no server is set', async () => {
    expect(await codesOf('mail')).toEqual(['mail-outbox'])
    rmSync(path.join(dataFolder, 'outbox'), { recursive: true })
    writeFileSync(path.join(dataFolder, 'outbox'), '')
    expect(await codesOf('mail')).toEqual(['mail-nowhere'])
    rmSync(path.join(dataFolder, 'outbox'))
  })

  test('mail-away: nothing listens, without the credentials of its address', async () => {
    const host = await nowhere()
    const found = await examine('mail', mailAt(`smtp://somebody:a-secret@${host}`))
    expect(found).toMatchObject({
      ...{ state: 'bad' },
      findings: [
        { code: 'mail-away', sentence: `The mail server at ${host} isn’t working: no connection can be made.` },
        {},
      ],
    })
    expect(JSON.stringify(found)).not.toMatch(/a-secret|somebody/)
  })

  test('mail-away: it takes the connection and never answers', async () => {
    const { port } = await listen(net.createServer((socket) => stops.push(() => void socket.destroy())))
    expect(await codesOf('mail', mailAt(`smtp://127.0.0.1:${port}`))).toContain('mail-away')
  })

  test('mail-refused: the password is wrong', async () => {
    const host = await smtp({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    })
    expect(await codesOf('mail', mailAt(`smtp://somebody:a-secret@${host}`))).toContain('mail-refused')
  })

  test('mail-unencrypted: a server on the internet offers no STARTTLS', async () => {
    const sink = await openSmtpSink()
    stops.push(sink.close)
    // Another spelling of this machine's address, which is not told from a name of the internet.
    const url = sink.url.replace('127.0.0.1', '127.1')
    expect(await codesOf('mail', mailAt(url))).toContain('mail-unencrypted')
  })

  test('mail-sender-example: the sender’s domain is one of those for examples', async () => {
    const sink = await openSmtpSink()
    stops.push(sink.close)
    expect(await codesOf('mail', mailAt(sink.url))).toEqual(['mail-sender-example'])
  })

  describe('the sending domain', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const dkim = {
      ...{ domainName: 'news.site.org', keySelector: 's1' },
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const sound = {
      'news.site.org': ['v=spf1 ip4:192.0.2.1 -all'],
      's1._domainkey.news.site.org': [`v=DKIM1; k=rsa; p=${published}`],
      '_dmarc.news.site.org': ['v=DMARC1; p=quarantine'],
    }
    const without = (name: keyof typeof sound) => ({ ...sound, [name]: [] })

    const found = async (records: Record<string, string[]>, given: Given = {}, signs = true) => {
      const [sink, names] = [await openSmtpSink(), await openNameServer(records)]
      stops.push(sink.close, names.close)
      const own = {
        from: { name: '', address: 'us@news.site.org' },
        dkim: signs ? dkim : undefined,
        hasMailServer: true,
      }
      const newsletters = { ...api().context.newsletters, ...own, dnsServers: [names.address] }
      return codesOf('mail', mailAt(sink.url, { ...given, newsletters }))
    }

    test('is good if it has everything', async () => {
      expect(await found(sound)).toEqual(['mail-works'])
    })

    test.each([
      ['mail-spf', without('news.site.org'), true],
      ['mail-dkim', without('s1._domainkey.news.site.org'), true],
      ['mail-dkim', { ...sound, 's1._domainkey.news.site.org': ['v=DKIM1; p=MIIBIjANBg'] }, true],
      ['mail-dmarc', without('_dmarc.news.site.org'), true],
      ['mail-unsigned', sound, false],
    ])('%s', async (code, records, signs) => {
      expect(await found(records, {}, signs)).toEqual([code])
    })

    test('bounces-unread and bounces-lost: nothing reads them, or no server takes them', async () => {
      const BOUNCE_ADDRESS = 'bounces@none.site.org'
      expect(await found(sound, { settings: { BOUNCE_ADDRESS } })).toEqual(['bounces-unread'])
      expect(await found(sound, { settings: { BOUNCE_ADDRESS, BOUNCE_WEBHOOK_SECRET: 'x'.repeat(16) } })).toEqual([
        'bounces-lost',
      ])
    })
  })
})

describe('storage', () => {
  test('storage-broken: the folder can’t be written to', async () => {
    const file = path.join(dataFolder, 'a-file')
    writeFileSync(file, '')
    stops.push(() => rmSync(file))
    expect(await codesOf('storage', { storage: openDisk(file) })).toEqual(['storage-broken'])
  })

  test('storage-broken: there is no such bucket', async () => {
    const { settings: S3, stop } = await startS3()
    stops.push(stop)
    expect(await examine('storage', { settings: { S3 }, storage: openS3(S3) })).toMatchObject({
      ...{
        state: 'good',
        findings: [{ sentence: `The bucket pictures at ${new URL(S3.endpoint).host} accepts files.` }],
      },
    })
    const wrong = { ...S3, bucket: 'nothing' }
    const found = await examine('storage', { settings: { S3: wrong }, storage: openS3(wrong) })
    expect(found).toMatchObject({ findings: [{ code: 'storage-broken' }] })
    expect(JSON.stringify(found)).not.toContain('S3RVER')
  })

  test('storage-forgetful: it returns something else', async () => {
    const { storage } = api().context.files
    const forgetful = { ...storage, get: async () => undefined }
    expect(await codesOf('storage', { storage: forgetful })).toEqual(['storage-forgetful'])
  })
})

describe('disk', () => {
  const disk = { bsize: 4096, blocks: 1_000_000, bavail: 500_000, files: 1_000_000, ffree: 500_000 }
  const found = (change: Partial<typeof disk>) => codesOf('disk', { statfs: async () => ({ ...disk, ...change }) })

  test('disk-full and disk-inodes', async () => {
    expect(await found({})).toEqual(['disk-has-room'])
    expect(await found({ bavail: 49_000 })).toContain('disk-full')
    expect(await found({ ffree: 49_000 })).toContain('disk-inodes')
    expect(await found({ files: 0, ffree: 0 })).toEqual(['disk-has-room'])
  })
})

test('redis-away, without the credentials of its address', async () => {
  const host = await nowhere()
  const found = await examine('redis', { settings: { REDIS_URL: `redis://somebody:a-secret@${host}` } })
  expect(found).toMatchObject({
    findings: [{ code: 'redis-away', sentence: expect.stringContaining(`Redis at ${host} doesn’t answer: nothing`) }],
  })
  expect(JSON.stringify(found)).not.toMatch(/a-secret|somebody/)
})

test('cache-away: no Varnish listens there', async () => {
  const hosts = [await nowhere()]
  expect(await examine('cache', { settings: { SHARED_CACHE: { kind: 'varnish', hosts } } })).toMatchObject({
    findings: [{ code: 'cache-away', sentence: expect.stringContaining('doesn’t drop pages: nothing is listening') }],
  })
})

test('cache-refuses: Varnish does not let the product API drop pages', async () => {
  const codesWith = async (status: number) => {
    const { port } = await listen(http.createServer((_, response) => void response.writeHead(status).end()))
    return codesOf('cache', { settings: { SHARED_CACHE: { kind: 'varnish', hosts: [`127.0.0.1:${port}`] } } })
  }
  expect(await codesWith(403)).toEqual(['cache-refuses'])
  expect(await codesWith(200)).toEqual(['cache-works'])
})

test('clock-off and clock-wrong: it differs from the database’s', async () => {
  const settings = { DATABASE_URL: 'postgres://db.example/bytewise' }
  const off = (ms: number) => codesOf('clock', { settings, now: () => new Date(Date.now() + ms) })
  expect(await off(0)).not.toContain('clock-off')
  expect(await off(-5_000)).toContain('clock-off')
  expect(await off(120_000)).toContain('clock-wrong')
})

describe('address', () => {
  /** The product API and a web in front of it that answers only checks. @returns the address of the web. */
  async function aSite({ trustsProxy = false, isForeign = false } = {}): Promise<string> {
    const product = http.createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const headers = { 'content-type': 'application/json', ...(isForeign && { 'x-forwarded-for': '192.0.2.9' }) }
      const answer = await send(request.method ?? '', request.url ?? '', { body, headers })
      response.writeHead(answer.status).end(await answer.text())
    })
    const productApiUrl = `http://127.0.0.1:${(await listen(product)).port}`
    const web = http.createServer(async (request, response) => {
      if (await answerAddressCheck(request, response, { productApiUrl, trustsProxy })) return
      response.writeHead(404).end()
    })
    return `http://127.0.0.1:${(await listen(web)).port}`
  }

  type Proxy = {
    /** The X-Forwarded-For that it passes on. */
    forwards?: (given: string) => string | undefined
    host?: string
    holdsBack?: boolean
    mostBytes?: number
    certificate?: { cert: string; key: string }
  }

  /** A proxy in front of a site. @returns its address. */
  async function aProxy(site: string, proxy: Proxy = {}): Promise<string> {
    const { forwards = (given) => `${given}, 127.0.0.1`, host, holdsBack, mostBytes = 1e9, certificate } = proxy
    const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) return response.writeHead(413).end()
      const forwarded = forwards(String(request.headers['x-forwarded-for'] ?? ''))
      const { 'x-forwarded-for': _, ...given } = request.headers
      const headers = { ...given, ...(forwarded && { 'x-forwarded-for': forwarded }), ...(host && { host }) }
      const call = http.request(new URL(request.url ?? '', site), { headers, method: request.method }).end()
      const [answer] = (await once(call, 'response')) as [http.IncomingMessage]
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (holdsBack) response.end(Buffer.concat(await answer.toArray()))
      else answer.pipe(response)
      return undefined
    }
    const options = certificate && { cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) }
    const server = options ? https.createServer(options, pass) : http.createServer(pass)
    server.on('checkContinue', (request, response) => {
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) response.writeHead(413).end()
      else response.writeContinue()
    })
    const { port } = await listen(server)
    return options ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  }

  const at = (PUBLIC_URL: string) => codesOf('address', { settings: { PUBLIC_URL } })

  test('is good behind a proxy that does everything right, and without one', async () => {
    expect(await at(await aSite())).toEqual(['address-works'])
    const behind = await aProxy(await aSite({ trustsProxy: true }))
    expect(await examine('address', { settings: { PUBLIC_URL: behind } })).toMatchObject({
      ...{ state: 'good', findings: [{ sentence: `The site answers at ${behind}.` }] },
      facts: ['visitors are counted by what the proxy says'],
    })
    const { rows } = await api().pool.query('select from address_checks')
    expect(rows).toEqual([])
  })

  test('address-away: nothing listens, or nothing answers', async () => {
    expect(await at(`http://${await nowhere()}`)).toEqual(['address-away'])
    expect(await at('https://no-such-host.invalid')).toEqual(['address-away'])
    const { port } = await listen(net.createServer((socket) => stops.push(() => void socket.destroy())))
    expect(await examine('address', { settings: { PUBLIC_URL: `http://127.0.0.1:${port}` } })).toMatchObject({
      findings: [{ code: 'address-away', sentence: expect.stringContaining('it didn’t answer in time') }],
    })
  })

  test('a stranger at the address can neither end the process nor keep it busy', async () => {
    const answering = async (answer: (response: http.ServerResponse) => void) =>
      `http://127.0.0.1:${(await listen(http.createServer((_, response) => answer(response)))).port}`
    expect(await at(await answering((response) => response.write('and then nothing')))).toEqual(['address-away'])
    const writeForever = (response: http.ServerResponse) => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', () => writeForever(response))
    }
    expect(await at(await answering(writeForever))).toEqual(['address-elsewhere'])
    expect(await at(await answering((response) => response.write('x', () => response.destroy())))).toEqual([
      'address-away',
    ])
  })

  test('address-elsewhere, -redirects and -unavailable: something else answers', async () => {
    const answering = async (status: number, headers = {}) => {
      const server = http.createServer((_, response) => response.writeHead(status, headers).end('Welcome!'))
      return `http://127.0.0.1:${(await listen(server)).port}`
    }
    expect(await at(await answering(200))).toEqual(['address-elsewhere'])
    expect(await at(await answering(404))).toEqual(['address-elsewhere'])
    expect(await at(await answering(502))).toEqual(['address-unavailable'])
    const moved = await answering(301, { location: 'https://www.site.example/?x=a-secret' })
    expect(await examine('address', { settings: { PUBLIC_URL: moved } })).toMatchObject({
      findings: [{ code: 'address-redirects', sentence: `${moved} sends visitors on to https://www.site.example.` }],
    })
  })

  test('web-foreign: the product API takes nothing from that web', async () => {
    expect(await at(await aSite({ isForeign: true }))).toEqual(['web-foreign'])
  })

  test.each<[string, { trustsProxy: boolean }, Proxy]>([
    ['proxy-believes', { trustsProxy: true }, { forwards: (given) => given }],
    ['proxy-silent', { trustsProxy: true }, { forwards: () => undefined }],
    ['proxy-ignored', { trustsProxy: false }, {}],
    ['proxy-chain', { trustsProxy: true }, { forwards: (given) => `${given}, 198.51.100.7, 203.0.113.9` }],
    ['proxy-host', { trustsProxy: true }, { host: '127.0.0.1:3000' }],
    ['proxy-holds-back', { trustsProxy: true }, { holdsBack: true }],
    ['proxy-body-limit', { trustsProxy: true }, { mostBytes: 1024 * 1024 }],
  ])('%s', async (code, site, proxy) => {
    expect(await at(await aProxy(await aSite(site), proxy))).toEqual([code])
  })

  test('certificate-wrong and certificate-ends', async () => {
    const certificate = writeCertificate(dataFolder, 'localhost', 5)
    const behind = await aProxy(await aSite({ trustsProxy: true }), { certificate })
    expect(await examine('address', { settings: { PUBLIC_URL: behind } })).toMatchObject({
      findings: [{ code: 'certificate-wrong', sentence: expect.stringContaining('its certificate is self-signed') }],
    })
    const known = tls.getCACertificates()
    tls.setDefaultCACertificates([...known, readFileSync(certificate.cert, 'utf8')])
    stops.push(() => tls.setDefaultCACertificates(known))
    expect(await at(behind)).toEqual(['address-works'])
    const now = () => new Date(Date.now() + 4.5 * 24 * 60 * 60_000)
    expect(await examine('address', { settings: { PUBLIC_URL: behind }, now })).toMatchObject({
      findings: [{ code: 'certificate-ends', sentence: 'The certificate of the site ends in less than a day.' }, {}],
    })
  })

  test('a stranger learns nothing from the address of a check, and only a web node may note one', async () => {
    const site = await aSite()
    const id = '00000000-0000-4000-8000-000000000000'
    for (const name of ['', 'x', id, `${id}/x`]) {
      expect((await fetch(`${site}/.well-known/bytewise/${name}`)).status).toBe(404)
    }
    const body = { host: 'x', forwarded_for: '', client: '127.0.0.1', trusts_proxy: false }
    const note = (given: object, headers = {}) =>
      send('POST', `/system/address-checks/${id}`, { body: { ...body, ...given }, headers })
    expect((await note({})).status).toBe(404)
    expect((await note({}, { 'x-forwarded-for': '192.0.2.9' })).status).toBe(403)
    expect((await note({ host: 'x'.repeat(8_192) })).status).toBe(400)
    await api().pool.query("insert into address_checks values ($1, now() - interval '2 minutes')", [id])
    expect((await note({})).status).toBe(404)
    await api().pool.query('delete from address_checks')
  })
})
