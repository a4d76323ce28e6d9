import { setTimeout as delay } from 'node:timers/promises'
import { rendererCount } from '#lib/web-server/renderer-count.ts'
import { availableMb } from '#runtime/available-memory.ts'
import { runProgram } from '#runtime/run-program.ts'
import { buildIfStale } from './start/build.ts'
import { hasRoomForVoice, heapFlags, pageCacheMb, warnOfMemory } from './start/memory.ts'
import { refuseSecondStart } from './start/running.ts'
import { readStartSettings, secrets } from './start/settings.ts'
import { Supervisor } from './start/supervisor.ts'

/**
 * `npm start`: builds the web if the build is missing or stale, creates secrets on first use, starts the product API
 * and the web, and prints their addresses. `--dev` starts both with live reload and without the page cache.
 */
const dev = process.argv.includes('--dev')
const startedAt = performance.now()

await runProgram(start)

async function start(): Promise<void> {
  const { dataDir, web, api: ownApi, productApiUrl } = readStartSettings()
  const release = await refuseSecondStart(dataDir, [
    { name: 'PORT', port: web.PORT, host: web.HOST },
    ...(ownApi ? [{ name: 'PRODUCT_API_PORT', port: ownApi.PRODUCT_API_PORT, host: ownApi.PRODUCT_API_HOST }] : []),
  ])
  if (!dev) await buildIfStale()

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...secrets(dataDir),
    // Already loaded: a restarted program must not get other settings from a changed file.
    ENV_FILE: 'off',
    // Caches compiled code for the next start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '.next/cache/compiled',
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PRODUCT_API_URL: productApiUrl,
    PRODUCT_API_IS_OWN: ownApi && !dev ? 'on' : 'off',
    PUBLIC_URL: web.PUBLIC_URL,
    NEXTAUTH_URL: web.PUBLIC_URL,
  }
  const memory = [availableMb(), !ownApi || ownApi.DATABASE_URL ? 'native' : 'embedded'] as const
  const warning = warnOfMemory(...memory)
  if (warning) console.error(warning)
  const isSilent = ownApi?.NARRATE_STORIES === 'on' && !process.env.NARRATE_STORIES && !hasRoomForVoice(...memory)
  if (isSilent) env.NARRATE_STORIES = 'off'
  env.PAGE_CACHE_MB ||= String(pageCacheMb(memory[0]))
  // No heap limits: Next's compiler needs more memory.
  const heaps = dev ? { front: [], renderer: [], api: ['--watch'] } : heapFlags(...memory, rendererCount(web))
  const supervisor = new Supervisor(release)
  const api = ownApi
    ? supervisor.run({ name: 'The product API', file: 'product-api/main.ts', nodeFlags: heaps.api, env })
    : undefined
  const site = supervisor.run({
    ...{ name: 'The web', file: 'server.ts', nodeFlags: heaps.front, args: dev ? ['--dev'] : [] },
    env: { ...env, RENDERER_FLAGS: heaps.renderer.join(' ') },
  })
  const [apiReady] = await Promise.all([api?.ready, site.ready])
  // A program that failed at the last moment has already printed the reason.
  await delay(0)
  if (supervisor.stopping) return

  const lines = [
    `Bytewise is at ${web.PUBLIC_URL} (started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
  ]
  if (apiReady) {
    const { admin, database, stories } = apiReady
    lines.push(`The product API is at ${productApiUrl}, its reference at ${productApiUrl}/reference`)
    lines.push(`Database: ${database === 'embedded' ? `embedded, in ${dataDir}` : 'PostgreSQL'}, ${stories} stories`)
    if (ownApi?.DATABASE_URL && !web.NEXTAUTH_SECRET)
      lines.push(`Sessions: a secret of ${dataDir}; several nodes on one database need the same NEXTAUTH_SECRET`)
    if (admin) {
      const password = admin.password ? `, password ${admin.password} (shown only this once)` : ''
      lines.push(`Administrator: ${admin.email}${password}`)
    }
    if (isSilent)
      lines.push('Stories are not read aloud: there is too little memory (NARRATE_STORIES=on does it all the same)')
    lines.push(
      ownApi?.SMTP_URL ? 'Mails go to the server that SMTP_URL names' : `Mails go to ${dataDir}/outbox, a file each`,
    )
  } else lines.push(`The product API is another one's, ${productApiUrl}`)
  console.log(lines.join('\n'))
}
