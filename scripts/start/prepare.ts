import { rendererCount } from '#lib/web-server/renderer-count.ts'
import { availableMb } from '#runtime/available-memory.ts'
import type { ProgramSettings } from '#runtime/program.ts'
import { runProgram } from '#runtime/run-program.ts'
import { buildIfStale } from './build.ts'
import { hasRoomForVoice, heapFlags, pageCacheMb, warnOfMemory } from './memory.ts'
import { refuseSecondStart } from './running.ts'
import { readStartSettings, secrets } from './settings.ts'

/** Everything that the supervisor needs to know. */
export type Plan = {
  /** The record of this run, to be deleted at its end. */
  record: string
  api: ProgramSettings | undefined
  web: ProgramSettings
  publicUrl: string
  productApiUrl: string
  dataDir: string
  /** Lines about the product API's settings. */
  notes: { sessions: string | undefined; voice: string | undefined; mails: string }
}

/**
 * Reads the settings, builds the web if necessary, and tells the supervisor what to run. In a process of its own, which
 * ends then: the settings bring zod and half of the product API, which the supervisor would hold as long as it waits.
 */
const dev = process.argv.includes('--dev')

// Without its supervisor it ends, with its build.
const endWithSupervisor = () => process.kill(process.pid, 'SIGTERM')
process.on('disconnect', endWithSupervisor)
await runProgram(async () => {
  const plan = await prepare()
  process.off('disconnect', endWithSupervisor)
  process.send?.(plan, () => process.disconnect())
})

async function prepare(): Promise<Plan> {
  const { dataDir, web, api: ownApi, productApiUrl } = readStartSettings()
  const record = await refuseSecondStart(process.ppid, dataDir, [
    { name: 'PORT', port: web.PORT, host: web.HOST },
    ...(ownApi ? [{ name: 'PRODUCT_API_PORT', port: ownApi.PRODUCT_API_PORT, host: ownApi.PRODUCT_API_HOST }] : []),
  ])
  if (!dev) await buildIfStale()

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...secrets(dataDir),
    // Already loaded: a restarted program must not get other settings from a changed file.
    ENV_FILE: 'off',
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
  return {
    record,
    api: ownApi ? { name: 'The product API', file: 'product-api/main.ts', nodeFlags: heaps.api, env } : undefined,
    web: {
      ...{ name: 'The web', file: 'server.ts', nodeFlags: heaps.front, args: dev ? ['--dev'] : [] },
      env: { ...env, RENDERER_FLAGS: heaps.renderer.join(' ') },
    },
    publicUrl: web.PUBLIC_URL,
    productApiUrl,
    dataDir,
    notes: {
      sessions:
        ownApi?.DATABASE_URL && !web.NEXTAUTH_SECRET
          ? `Sessions: a secret of ${dataDir}; several nodes on one database need the same NEXTAUTH_SECRET`
          : undefined,
      voice: isSilent
        ? 'Stories are not read aloud: there is too little memory (NARRATE_STORIES=on does it all the same)'
        : undefined,
      mails: ownApi?.SMTP_URL
        ? 'Mails go to the server that SMTP_URL names'
        : `Mails go to ${dataDir}/outbox, a file each`,
    },
  }
}
