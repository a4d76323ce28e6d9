import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Containers, openContainers } from './containers.ts'

// Follows the part of docs/deploy.md about containers, and asks what it has started.

let containers: Containers
/** A clone of our last commit. */
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bytewise-clone-'))
  execFileSync('git', ['clone', '--quiet', '.', folder])
  containers = await openContainers()
}, 300_000)
afterAll(async () => {
  await containers?.remove()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const run = (script: string) => containers.run(`cd ${folder}\n${script}`)

/** The commands of the page, for what Debian has in place of Docker. */
function commands(): string[] {
  const section = readFileSync('docs/deploy.md', 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith('In containers'))
  const blocks = [...(section ?? '').matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines)
  return blocks.map((lines) => lines.replaceAll('docker compose', 'podman-compose'))
}

const untilReady = () =>
  run(`timeout 60 sh -c 'until curl -sf -o /dev/null http://127.0.0.1:3000/readyz; do sleep 0.2; done'`)
const status = (path: string) => run(`curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:3000${path}`)
const site = 'container_site_1'

test('the image has less than 450 MB', async () => {
  await run('podman build --file ops/container/Containerfile --tag bytewise .')
  const bytes = Number(await run("podman image inspect --format '{{.Size}}' bytewise"))
  process.stderr.write(`the image has ${Math.round(bytes / 1e6)} MB\n`)
  expect(bytes).toBeLessThan(450_000_000)
}, 600_000)

test('the site and its database start, as an account that can write to the volume and /tmp alone', async () => {
  await run(commands()[0] ?? '')
  await untilReady()
  expect(await status('/')).toBe('200')
  expect(await run(`podman exec ${site} id --user`)).toBe('10001\n')
  const writes = ['/srv/bytewise/x', '/x', '/etc/x'].map((name) => `! touch ${name} 2> /dev/null`).join(' && ')
  await run(`podman exec ${site} sh -c '${writes} && touch /var/lib/bytewise/x && rm /var/lib/bytewise/x'`)
  await run(`podman healthcheck run ${site}`)
}, 300_000)

test('operators’ commands run beside it', async () => {
  const [doctor = '', backup = ''] = commands()[1]?.trim().split('\n') ?? []
  // No mail server has the address of an example, and nothing leads to this machine.
  expect(await run(doctor)).toMatch(/mail server at smtp\.example\.com isn’t working.*site can’t be reached/s)
  expect(await run(backup)).toMatch(/\.zip: \d+ stories, .* with secrets/)
  const check = 'node --run restore -- --check $(ls /var/lib/bytewise/backups/*.zip)'
  expect(await run(`podman exec ${site} sh -c '${check}'`)).toMatch(/^restorable, \d+ s$/m)
}, 120_000)

/** Signs in as the administrator, and has a text read aloud and a picture kept. */
const makeFiles = `
import sharp from 'sharp'
const call = async (path, body, headers) => {
  const response = await fetch('http://127.0.0.1:4000' + path, { method: 'POST', body, headers })
  if (!response.ok) throw new Error(path + ' ' + response.status + ' ' + await response.text())
  return response.json()
}
const json = { 'content-type': 'application/json' }
const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env
const { token } = await call('/users/login', JSON.stringify({ email, password }), json)
const authorization = 'Bearer ' + token
const text = JSON.stringify({ title: 'A lamp', text: 'A lamp above the harbour.' })
const { url: speech } = await call('/podcasts/generate-podcast', text, { ...json, authorization })
const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } }).png().toBuffer()
const { url: upload } = await call('/uploads', picture, { 'content-type': 'image/png', authorization })
console.log(speech, upload)
`

test('it reads aloud, keeps pictures, and has them after a stop and a start', async () => {
  const files = await run(`podman exec --interactive ${site} node --input-type=module - <<'END'\n${makeFiles}END`)
  const paths = files
    .trim()
    .split(' ')
    .map((url) => new URL(url, 'http://localhost').pathname)
  expect(paths).toHaveLength(2)
  await run('podman-compose --file ops/container/compose.yaml stop')
  expect(await run(`podman inspect --format '{{.State.ExitCode}}' ${site}`)).toBe('0\n')
  await run('podman-compose --file ops/container/compose.yaml start')
  await untilReady()
  for (const path of paths) expect(await status(path)).toBe('200')
}, 120_000)

test('a worker runs beside it, from the same image', async () => {
  const database = await run(`podman exec ${site} printenv DATABASE_URL`)
  const options = `--network container_default --env DATABASE_URL=${database.trim()} --env WORKER_PORT=4001`
  await run(`podman run --detach --read-only --tmpfs /tmp --name worker ${options} bytewise node product-api/worker.ts`)
  const ask = 'fetch(`http://127.0.0.1:4001/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
  await run(`for i in $(seq 60); do podman exec worker node --eval '${ask}' && exit; sleep 0.5; done; exit 1`)
  await run('podman stop --time 15 worker && podman-compose --file ops/container/compose.yaml down')
  expect(await run("podman inspect --format '{{.State.ExitCode}}' worker")).toBe('0\n')
}, 120_000)

test('alone it has the embedded database, in 700 MB', async () => {
  const options = '--memory 700m --read-only --tmpfs /tmp --publish 127.0.0.1:3000:3000 --name alone'
  await run(`podman run --detach ${options} bytewise`)
  await untilReady()
  expect(await status('/')).toBe('200')
  expect(await run('podman logs alone 2>&1')).toContain('Database: embedded, in /var/lib/bytewise')
  await run('podman stop --time 15 alone')
  expect(await run("podman inspect --format '{{.State.ExitCode}} {{.State.OOMKilled}}' alone")).toBe('0 false\n')
}, 120_000)
