import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#testing/cluster.ts'
import { startS3 } from '#testing/s3.ts'
import { openSmtpSink, type SmtpSink } from '#testing/smtp-sink.ts'
import { openPatroni, type PatroniCluster } from './patroni.ts'
import { answers, type Killable, killable, until } from './processes.ts'

/** A program of the site on a machine of its own, as far as one machine can be several. */
type SiteProgram = {
  name: string
  /** Stops it as a service manager does, and starts that of the folder, with its code. */
  restart: (folder: string) => Promise<void>
}

export type SiteOfMany = {
  /** HAProxy's addresses of the site and of the product API. */
  url: string
  apiUrl: string
  database: PatroniCluster
  databaseUrl: string
  mail: SmtpSink
  redis: Killable
  /** Two that share their addresses, as two machines do with keepalived: who comes anew meets one that runs. */
  proxies: readonly Killable[]
  /** In the order in which they are restarted and upgraded. */
  programs: readonly SiteProgram[]
  remove: () => Promise<void>
}

/** The first product API makes the tables. */
const names = ['api-1', 'api-2', 'worker-1', 'worker-2', 'web-1', 'web-2'] as const
const files = { web: 'scripts/start.ts', api: 'product-api/main.ts', worker: 'product-api/worker.ts' }

/**
 * Two web nodes, two product APIs and two workers with Redis, S3 and PostgreSQL under Patroni behind HAProxy, all here.
 * @param folder the code of its programs
 */
export async function openSiteOfMany(folder: string): Promise<SiteOfMany> {
  const home = mkdtempSync(path.join(tmpdir(), 'bytewise-many-'))
  const [database, s3, mail, redis] = await Promise.all([openPatroni(), startS3(), openSmtpSink(), startRedis()])
  const proxy = await startProxies(home, database)
  const [url, apiUrl] = [8080, 8081].map((port) => `http://127.0.0.1:${proxy.ports.get(port)}`) as [string, string]
  const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.ports.get(8082)}/postgres`
  await until(() => proxy.isUp('database'))
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ENV_FILE: 'off', LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, SMTP_URL: mail.url, NARRATE_STORIES: 'off' },
    ...{ S3_ENDPOINT: s3.settings.endpoint, S3_BUCKET: s3.settings.bucket },
    ...{ S3_ACCESS_KEY: s3.settings.accessKey, S3_SECRET_KEY: s3.settings.secretKey },
    ...{ PUBLIC_URL: url, TRUST_PROXY: 'on', NEXTAUTH_SECRET: 'a secret of several web nodes', WORKER: 'off' },
  }
  const programs: (SiteProgram & { stop: () => Promise<void> })[] = []
  for (const name of names) {
    const role = name.split('-')[0] as keyof typeof files
    const port = proxy.ports.get({ 'web-1': 3001, 'web-2': 3002, 'api-1': 4001, 'api-2': 4002 }[name as string] ?? 0)
    const own = port ?? (await freePort())
    const data = path.join(home, name)
    mkdirSync(data, { mode: 0o700 })
    const settings = {
      ...(role === 'web' && { PORT: String(own), PRODUCT_API_URL: apiUrl }),
      ...(role === 'api' && { PRODUCT_API_PORT: String(own) }),
      ...(role === 'worker' && { WORKER_PORT: String(own) }),
    }
    let child: ChildProcess | undefined
    const start = async (folder: string) => {
      const options = { cwd: folder, env: { ...env, ...settings, DATA_DIR: data }, stdio: 'inherit' } as SpawnOptions
      const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', files[role]], options)
      child = started
      const isReady = () => answers(`http://127.0.0.1:${own}/readyz`)
      await until(() => started.exitCode !== null || isReady())
      if (started.exitCode !== null) throw new Error(`${name} ended at its start`)
      if (role !== 'worker') await until(() => proxy.isUp(name))
    }
    const stop = async () => {
      if (!child || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await start(folder)
    const restart = async (to: string) => {
      await stop()
      await start(to)
    }
    programs.push({ name, restart, stop })
  }
  return {
    ...{ url, apiUrl, database, databaseUrl, mail, redis, programs, proxies: proxy.both },
    remove: async () => {
      await Promise.all(programs.map(({ stop }) => stop()))
      await Promise.all([redis, ...proxy.both].map(({ kill }) => kill()))
      await Promise.all([database.remove(), s3.stop(), mail.close()])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function startRedis(): Promise<Killable & { url: string }> {
  const port = await freePort()
  const options = ['--port', String(port), '--save', '', '--bind', '127.0.0.1']
  const isUp = async () => spawnSync('redis-cli', ['-p', String(port), 'ping']).status === 0
  const redis = killable(() => spawn('redis-server', options, { stdio: 'ignore' }), isUp)
  await redis.start()
  return { ...redis, url: `redis://127.0.0.1:${port}` }
}

/** The port at which HAProxy says how everything is. */
const statsPort = 8083

/** `ops/haproxy/haproxy.cfg` twice, with the same free ports; each says at one of its own how everything is. */
async function startProxies(folder: string, database: PatroniCluster) {
  const ports = new Map<number, number>()
  const text = readFileSync('ops/haproxy/haproxy.cfg', 'utf8')
  const [one, two] = database.nodes
  for (const [from, to] of [
    [5001, one.port],
    [5002, two.port],
    [8001, one.statePort],
    [8002, two.statePort],
  ] as const) {
    ports.set(from, to)
  }
  for (const [, port] of text.matchAll(/(?:127\.0\.0\.1:|port )(\d+)/g)) {
    const from = Number(port)
    if (!ports.has(from) && from !== statsPort) ports.set(from, await freePort())
  }
  const running = new Map<Killable, number>()
  for (const name of ['first', 'second']) {
    const stats = await freePort()
    const file = path.join(folder, `haproxy-${name}.cfg`)
    const own = (port: number) => (port === statsPort ? stats : ports.get(port))
    const settings = text
      .replace(/(127\.0\.0\.1:|port )(\d+)/g, (_, before, port) => `${before}${own(Number(port))}`)
      // Each person of a test comes from an address of their own.
      .replace('http-request set-header X-Forwarded-For %[src]\n', '')
    writeFileSync(file, settings)
    const begin = () => spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
    const proxy = killable(begin, () => answers(`http://127.0.0.1:${stats}/`))
    await proxy.start()
    running.set(proxy, stats)
  }
  /** Whether both say so: either of them may be asked. */
  const isUp = async (name: string) => {
    for (const stats of running.values()) if (!(await saysUp(stats, name))) return false
    return true
  }
  return { ports, isUp, both: [...running.keys()] }
}

async function saysUp(stats: number, name: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${stats}/;csv`).catch(() => undefined)
  const lines = ((await answer?.text()) ?? '').split('\n').map((line) => line.split(','))
  return lines.some(
    ([proxy, server, ...rest]) => (server === name || (proxy === name && server === 'BACKEND')) && rest.includes('UP'),
  )
}
