import { setTimeout as delay } from 'node:timers/promises'
import { readWebEnv } from '#lib/env.ts'
import { buildIfStale } from './start/build.ts'
import { refuseSecondStart } from './start/running.ts'
import { secrets } from './start/secrets.ts'
import { Supervisor } from './start/supervisor.ts'

/**
 * `npm start`: builds where the build is missing or stale, makes secrets on first use, starts the product API and the
 * web, prints where they are. `--dev` starts the same with live reload and no page cache.
 */
const dev = process.argv.includes('--dev')
const startedAt = performance.now()

try {
  await start()
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(1)
}

async function start(): Promise<void> {
  const dataDir = process.env.DATA_DIR || './data'
  const ownApi = !process.env.PRODUCT_API_URL
  const apiPort = process.env.PRODUCT_API_PORT || '4000'
  const productApiUrl = process.env.PRODUCT_API_URL || `http://127.0.0.1:${apiPort}`
  const web = readWebEnv({ ...process.env, PRODUCT_API_URL: productApiUrl })
  const release = await refuseSecondStart(dataDir, {
    web: web.PORT,
    api: ownApi ? Number(apiPort) : undefined,
    host: web.HOST,
  })
  if (!dev) await buildIfStale()

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...secrets(dataDir),
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PRODUCT_API_URL: productApiUrl,
    PUBLIC_URL: web.PUBLIC_URL,
    NEXTAUTH_URL: web.PUBLIC_URL,
  }
  const supervisor = new Supervisor(release)
  const api = ownApi ? supervisor.run('product-api/main.ts', dev ? ['--watch'] : [], [], env) : undefined
  const site = supervisor.run('server.ts', [], dev ? ['--dev'] : [], env)
  const [apiReady] = await Promise.all([api?.ready, site.ready])
  // A child that failed at the last moment has already told why.
  await delay(0)
  if (supervisor.stopping) return

  const lines = [
    `Bytewise is at ${web.PUBLIC_URL} (started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  ]
  if (apiReady) {
    const { admin, database, stories } = apiReady
    lines.push(`The product API is at ${productApiUrl}, its reference at ${productApiUrl}/reference`)
    lines.push(`Database: ${database === 'embedded' ? `embedded, in ${dataDir}` : 'PostgreSQL'}, ${stories} stories`)
    if (admin) {
      const password = admin.password ? `, password ${admin.password} (shown only this once)` : ''
      lines.push(`Administrator: ${admin.email}${password}`)
    }
  } else lines.push(`The product API is ${productApiUrl}`)
  lines.push(
    process.env.SMTP_URL ? 'Mails go to the server that SMTP_URL names' : `Mails go to ${dataDir}/outbox, a file each`,
  )
  console.log(lines.join('\n'))
}
