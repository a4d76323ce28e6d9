import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SystemState } from '#contract/system.ts'
import { openSmtpSink, type SmtpSink } from '#testing/smtp-sink.ts'
import { type Debian, openDebian } from './debian.ts'

// Follows docs/deploy.md on a new Debian, command by command.

const page = readFileSync('docs/deploy.md', 'utf8')
const site = 'https://bytewise.example.com'
const authority = '/etc/ssl/certs/own-authority.pem'

let debian: Debian
let mail: SmtpSink
/** The address of what was read aloud. */
let speech: string
beforeAll(async () => {
  mail = await openSmtpSink()
  debian = await openDebian()
  // Our last commit, as the page's address would give it.
  await debian.run('mkdir -p /srv')
  cpSync('.git', path.join(debian.root, 'srv/source.git'), { recursive: true })
  await debian.run('echo "127.0.0.1 localhost bytewise.example.com" >> /etc/hosts')
}, 600_000)
afterAll(async () => {
  await debian?.remove()
  await mail?.close()
}, 60_000)

/** The commands of a section, changed where a test can't have what an operator has. */
function commandsOf(heading: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
  const commands = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines]) => lines).join('\n')
  expect(commands).not.toBe('')
  return commands
    .replace('https://git.example.com/bytewise.git', '/srv/source.git')
    .replace('smtps://user:password@smtp.example.com', mail.url)
}

const doctor = async () =>
  JSON.parse(
    await debian.run(`NODE_EXTRA_CA_CERTS=${authority} bytewise doctor -- --json 2> /dev/null || true`),
  ) as SystemState

async function troubles(): Promise<Record<string, string[]>> {
  const { checks } = await doctor()
  const found = checks.map(({ part, findings }) => {
    const codes = findings.filter(({ state }) => state !== 'good').map(({ code }) => code)
    return [part, codes] as const
  })
  return Object.fromEntries(found.filter(([, codes]) => codes.length > 0))
}

/** Asks the site over https. @returns the status, and what curl says further. */
const ask = (address: string, ...options: string[]) =>
  debian.run(`curl -s --cacert ${authority} -o /dev/null -w '%{http_code}' ${options.join(' ')} ${site}${address}`)

const untilReady = () =>
  debian.run(`timeout 60 sh -c 'until curl -sf --cacert ${authority} -o /dev/null ${site}/readyz; do sleep 0.2; done'`)

/** No domain is checked, and none of these addresses is anybody's. */
const always = { settings: ['contact-example'], mail: ['mail-sender-example'], clock: ['clock-alone'] }

test('from a bare Debian to https and checked mail', async () => {
  const begun = performance.now()
  await debian.run(commandsOf('1. Programs'))
  // It would refuse the copy of another account.
  await debian.run("git config --system --add safe.directory '*'")
  await debian.run(commandsOf('2. The site'))
  // This machine's own server may have the port.
  await debian.run(`
    sed -i "s/^port = .*/port = 5432/; s/^#*listen_addresses = .*/listen_addresses = ''/" /etc/postgresql/*/main/postgresql.conf
    systemctl restart postgresql`)
  await debian.run(commandsOf('3. A database'))
  await debian.run(commandsOf('4. Settings'))
  await debian.run(`cd /srv/bytewise\n${commandsOf('5. Start')}`)
  // No authority of the internet can reach this machine.
  const caddyfile = path.join(debian.root, 'srv/bytewise/ops/caddy/Caddyfile')
  writeFileSync(caddyfile, `{\n\tlocal_certs\n}\n${readFileSync(caddyfile, 'utf8')}`)
  await debian.run(`cd /srv/bytewise\n${commandsOf('6. https')}`)
  await debian.run(`
    made=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
    timeout 60 sh -c "until [ -s $made ]; do sleep 0.1; done"
    install -m 0644 $made ${authority}
    `)
  await untilReady()
  expect(await troubles()).toEqual({ ...always, backups: ['backup-missing'] })
  expect(await debian.run(commandsOf('8. Backups'))).toMatch(/\.zip: \d+ stories, .* with secrets/)
  expect(await troubles()).toEqual({ ...always, backups: ['backup-same-disk', 'backup-unproved'] })
  process.stderr.write(`deployed in ${Math.round((performance.now() - begun) / 1000)} s\n`)
  expect(await ask('/')).toBe('200')
  expect(await debian.run('systemctl is-active bytewise-all bytewise-backup.timer')).toBe('active\nactive\n')
  const security = await debian.run('systemd-analyze security bytewise-all --no-pager | tail -1')
  expect(Number(/level for bytewise-all\.service: ([\d.]+)/.exec(security)?.[1])).toBeLessThan(2)
}, 900_000)

test('Caddy lets requests wait while the site restarts', async () => {
  const codes = debian.run(
    `for i in $(seq 50); do curl -s --cacert ${authority} -o /dev/null -w '%{http_code} ' ${site}/about-us; sleep 0.1; done`,
  )
  await debian.run('systemctl restart bytewise-all')
  expect(new Set((await codes).trim().split(' '))).toEqual(new Set(['200']))
}, 120_000)

/** Speech that the administrator has made, with the voice that comes with the product. */
async function someSpeech(): Promise<string> {
  const said = await debian.run(`
    password=$(sed -n 's/^ADMIN_PASSWORD=//p' /etc/bytewise.env)
    token=$(curl -sf http://127.0.0.1:4000/users/login -H 'content-type: application/json' \\
      -d "{\\"email\\":\\"you@example.com\\",\\"password\\":\\"$password\\"}" | sed -E 's/.*"token":"([^"]+)".*/\\1/')
    curl -sf http://127.0.0.1:4000/podcasts/generate-podcast -H "authorization: Bearer $token" \\
      -H 'content-type: application/json' -d '{"title":"A lamp","text":"A lamp above the harbour."}'`)
  const [address = ''] = /\/audio\/[^"\s]+/.exec(said) ?? []
  return address
}

async function expectGoodProxy(): Promise<void> {
  expect(await troubles()).toEqual({ ...always, backups: ['backup-same-disk', 'backup-unproved'] })
  expect(await ask(speech)).toBe('200')
  expect(await ask(speech, '-r 0-9')).toBe('206')
  // The site's own refusal, of someone who is not signed in, and not the proxy's.
  await debian.run('head -c 150000000 /dev/zero > /tmp/large.csv')
  const large = ['-X POST', '-H "content-type: text/csv"', `-H "origin: ${site}"`, '--data-binary @/tmp/large.csv']
  expect(await ask('/api/newsletters/subscribers/import', ...large)).toBe('401')
}

test('Caddy passes on large files, parts of files, progress, and who calls', async () => {
  speech = await someSpeech()
  await expectGoodProxy()
}, 120_000)

test('nginx does, too', async () => {
  await debian.run('systemctl disable --now caddy && DEBIAN_FRONTEND=noninteractive apt-get install -y nginx-light')
  await debian.run(`
    mkdir -p /etc/letsencrypt/live/bytewise.example.com && cd /etc/letsencrypt/live/bytewise.example.com
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj /CN=bytewise.example.com \\
      -addext subjectAltName=DNS:bytewise.example.com -keyout privkey.pem -out fullchain.pem 2> /dev/null
    install -m 0644 fullchain.pem ${authority}
    cp /srv/bytewise/ops/nginx/bytewise.conf /etc/nginx/sites-enabled/
    nginx -t && systemctl restart nginx`)
  await expectGoodProxy()
  expect(await debian.run('curl -s -o /dev/null -w "%{http_code} %{redirect_url}" http://bytewise.example.com/a')).toBe(
    `301 ${site}/a`,
  )
}, 120_000)

test('an upgrade keeps everything', async () => {
  await debian.run(commandsOf('Upgrade'))
  await untilReady()
  expect(await troubles()).toEqual({ ...always, backups: ['backup-same-disk', 'backup-unproved'] })
}, 600_000)

test('the web, the product API and a worker run as units of their own', async () => {
  await debian.run(commandsOf('Several processes'))
  await untilReady()
  expect(await debian.run('systemctl is-active bytewise-api bytewise-web bytewise-worker')).toBe('active\n'.repeat(3))
  expect(await troubles()).toEqual({ ...always, backups: ['backup-same-disk', 'backup-unproved'] })
  for (const unit of ['api', 'worker', 'web']) await debian.run(`systemctl restart bytewise-${unit}`)
  await untilReady()
  const failed = 'systemctl show --property NRestarts --value bytewise-api bytewise-web bytewise-worker'
  expect((await debian.run(failed)).match(/\d+/g)).toEqual(['0', '0', '0'])
}, 120_000)
