import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admin, ownPort, storeFolder } from './address.ts'
import type { Write } from './product-api-with-writes.ts'

export type OwnSite = {
  url: string
  apiUrl: string
  /** Changes a story's title through the product API's own service; resolves when that is committed. */
  write: (slug: string, title: string) => Promise<void>
  /** Publishes one more story, made like that of the slug. */
  publish: (slug: string, title: string) => Promise<void>
  startApi: () => Promise<void>
  startWeb: () => Promise<void>
  /** One more web in front of the same product API; it ends with the site. */
  startSecondWeb: () => Promise<{ url: string; restart: () => Promise<void> }>
  /** Ends the web in good order and starts it again. */
  restartWeb: () => Promise<void>
  /** Ends a process abruptly, as a crash would. */
  killApi: () => Promise<void>
  killWeb: () => Promise<void>
  stop: () => Promise<void>
}

type Settings = {
  /** Left out: a new folder with the stories and the administrator of every site, removed at the end. */
  dataDir?: string
  /** A native database; left out: the embedded one in the folder. */
  databaseUrl?: string
  searchesPerMinute?: number
  /** Runs the embedded database as `npm start` does, which takes longer to start. */
  isMeasured?: boolean
  /** Another address than the one it listens at: that of a proxy in front. */
  publicUrl?: string
}

/** A separate product API and web, which can be killed and started independently. */
export async function ownSite(settings: Settings = {}): Promise<OwnSite> {
  const [port, apiPort] = [ownPort(), ownPort()]
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const dataDir = settings.dataDir ?? mkdtempSync(join(tmpdir(), 'own-site-'))
  if (!settings.dataDir && !settings.databaseUrl) cpSync(storeFolder, dataDir, { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production' as const,
    NODE_COMPILE_CACHE: '.next/cache/compiled',
    ENV_FILE: 'off',
    LOG_LEVEL: 'error',
    NEXTAUTH_SECRET: 'only-for-tests-only-for-tests-only',
    PORT: String(port),
    PUBLIC_URL: settings.publicUrl ?? `http://localhost:${port}`,
    PRODUCT_API_PORT: String(apiPort),
    PRODUCT_API_URL: apiUrl,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }),
    ...(settings.searchesPerMinute && { SEARCH_LIMIT_PER_MINUTE: String(settings.searchesPerMinute) }),
  }
  let api: ChildProcess | undefined
  let web: ChildProcess | undefined
  let secondWeb: ChildProcess | undefined
  let writes = 0

  const write = (asked: Omit<Write, 'number'>) => {
    const number = ++writes
    return new Promise<void>((resolve) => {
      const hear = (message: unknown) => {
        if ((message as { written?: number }).written !== number) return
        api?.off('message', hear)
        resolve()
      }
      api?.on('message', hear)
      api?.send({ number, ...asked } satisfies Write)
    })
  }

  const site: OwnSite = {
    url: `http://localhost:${port}`,
    apiUrl,
    startApi: async () => {
      // Leaves out the optimising compiler, as product-api/testing/children.ts does and for its reason.
      const flags = settings.isMeasured ? [] : ['--liftoff-only']
      api = await run('e2e/support/product-api-with-writes.ts', env, ...flags)
    },
    startWeb: async () => {
      web = await run('server.ts', env)
    },
    startSecondWeb: async () => {
      const secondPort = ownPort()
      const start = async () => {
        secondWeb = await run('server.ts', { ...env, PORT: String(secondPort) })
      }
      await start()
      const restart = () => end(secondWeb, 'SIGTERM').then(start)
      return { url: `http://localhost:${secondPort}`, restart }
    },
    restartWeb: () => end(web, 'SIGTERM').then(site.startWeb),
    write: (slug, title) => write({ slug, title }),
    publish: (slug, title) => write({ slug, title, isNew: true }),
    killApi: () => end(api, 'SIGKILL'),
    killWeb: () => end(web, 'SIGKILL'),
    stop: async () => {
      await Promise.all([web, secondWeb, api].map((process) => end(process, 'SIGTERM')))
      if (!settings.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await Promise.all([site.startApi(), site.startWeb()])
  return site
}

async function run(file: string, env: NodeJS.ProcessEnv, ...flags: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    child.on('message', (message) => {
      if ((message as { ready?: boolean }).ready) resolve()
    })
  })
  return child
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}
