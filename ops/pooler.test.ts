import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { ready, run, temporaryFolder } from '#testing/children.ts'
import { type Cluster, findServerPrograms, freePort, openCluster } from '#testing/cluster.ts'
import { queryOnce } from '#testing/databases.ts'

const folder = temporaryFolder()
const admin = { email: 'admin@example.com', password: 'correct horse battery' }
let cluster: Cluster
let pooler: { url: string; stop: () => Promise<void> }

beforeAll(async () => {
  cluster = await openCluster(findServerPrograms() ?? '')
})
afterEach(() => pooler.stop())
afterAll(() => cluster.remove())

/** PgBouncer in transaction mode, with few connections, so that transactions take turns on them. */
async function openPooler(settings = ''): Promise<typeof pooler> {
  const port = await freePort()
  const file = path.join(folder, `pgbouncer-${port}.ini`)
  const { port: serverPort } = new URL(cluster.url)
  writeFileSync(
    file,
    `[databases]
     * = host=127.0.0.1 port=${serverPort} user=postgres
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     unix_socket_dir =
     auth_type = any
     pool_mode = transaction
     default_pool_size = 3
     query_timeout = 10
     idle_transaction_timeout = 15
     ${settings}`.replace(/^ +/gm, ''),
  )
  // For the account that it changes to.
  chmodSync(folder, 0o755)
  const child = spawn('pgbouncer', ['-u', 'postgres', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error('PgBouncer ended')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.end() !== undefined)).once('error', () => resolve(false))
  })
}

async function startApi(settings: Record<string, string>) {
  const child = run('product-api/main.ts', [], {
    env: {
      ...{
        NODE_ENV: 'test',
        PATH: process.env.PATH,
        PRODUCT_API_PORT: '0',
        LOG_LEVEL: 'error',
        NARRATE_STORIES: 'off',
      },
      ...{ DATA_DIR: path.join(folder, 'data'), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...settings },
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { address } = await ready(child)
  const end = async () => {
    child.process.kill('SIGTERM')
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
  }
  return { address, end }
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

test.each([
  ['refuses the settings of a connection', ''],
  ['ignores them', 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'],
])('a pooler that %s is refused with a sentence', async (_, settings) => {
  pooler = await openPooler(settings)
  await expect(startApi({ DATABASE_URL: pooler.url })).rejects.toThrow(
    /^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) is reached through a pooler .+ set DATABASE_DIRECT_URL to .+\n$/,
  )
})

test('behind a pooler, with the address of the server itself, everything works', async () => {
  pooler = await openPooler()
  const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.url }
  const one = await startApi(settings)
  const other = await startApi(settings)

  const { token } = await post<{ token: string }>(`${one.address}/users/login`, admin)
  const feed = (await fetch(`${other.address}/changes`)).body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (words: string) => {
    while (!heard.includes(words)) heard += (await feed?.read())?.value
  }
  await hear('event: hello')
  const story = { title: 'Lamp', content: '<p>It turns all night.</p>', category: 'fiction', isDraft: false }
  const { slug } = await post<{ slug: string }>(`${one.address}/contents`, story, token)
  await hear(slug)
  await feed?.cancel()

  // Prepared statements by the dozen, over more of our connections than the pooler has to the server.
  const paths = [`/contents/${slug}`, '/contents', '/contents/record/count', '/contents/search?content=lamp']
  const asked = Array.from({ length: 400 }, (_, at) => `${at % 8 < 4 ? one.address : other.address}${paths[at % 4]}`)
  const answers = await Promise.all(asked.map(async (url) => (await fetch(url)).status))
  expect(answers.filter((status) => status !== 200)).toEqual([])

  const listening = await queryOnce(cluster.url, "select from pg_stat_activity where query like 'listen %'")
  expect(listening).toHaveLength(2)
  await Promise.all([one.end(), other.end()])
})

test('a pooler that does not answer ends the start with a sentence', async () => {
  pooler = await openPooler()
  await pooler.stop()
  await expect(startApi({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: cluster.url })).rejects.toThrow(
    /^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) can't be used: .+\n$/,
  )
})
