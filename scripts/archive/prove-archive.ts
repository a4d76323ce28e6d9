import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Archive } from '#archive/read-archive.ts'
import { webSettingNames } from '#lib/env.ts'
import { type ApiEnv, apiSettingNames } from '#product-api/start/env.ts'
import { Program } from '#runtime/program.ts'
import type { OnProgress } from './progress.ts'
import { restoreStore } from './restore-store.ts'
import { makeScratch, type Scratch } from './scratch.ts'

const sampledStories = 200
const answerMs = 30_000

type Story = { id: string; slug: string; title: string; category: string }

type ProofOptions = {
  key: string | undefined
  withoutSecrets: boolean
  onProgress: OnProgress
}

/**
 * Proves that an archive can be restored: restores it beside the site, compares every table with it, opens a site on it,
 * asks that for 200 random stories and opens five of its pages. The site of the store notices nothing.
 * @throws Error with one sentence that says what is wrong.
 */
export async function proveArchive(
  file: string,
  env: ApiEnv,
  { key, withoutSecrets, onProgress }: ProofOptions,
): Promise<void> {
  const scratch = await makeScratch(env)
  const interruption = Promise.withResolvers<never>()
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
    interruption.reject(new Error('The proof was interrupted'))
  }
  // Rejected while nobody waits for it, it would end the process before the programs have ended.
  interruption.promise.catch(() => undefined)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, interrupt)
  const unlessInterrupted = <T>(work: Promise<T>) => Promise.race([work, interruption.promise])
  try {
    const place = { ...scratch.settings, DATABASE_DIRECT_URL: undefined, S3: undefined }
    const restoring = restoreStore(file, place, { key, withoutSecrets, onProgress, compares: true })
    const { different, manifest } = await unlessInterrupted(restoring)
    if (different.length > 0) throw new Error(`Not restorable: ${different.join(', ')} came back differently`)
    const stories = await sampleStories(file)
    await openSite(scratch, manifest.product.name, unlessInterrupted, (site) => readSite(site, stories, onProgress))
  } finally {
    await scratch.remove()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, interrupt)
    // Nothing was found out, so nothing is noted.
    if (isInterrupted) process.exit(1)
  }
}

/** Chooses published stories, each as likely as the others (Vitter's algorithm R). */
async function sampleStories(file: string): Promise<Story[]> {
  const archive = await Archive.open(file)
  try {
    const part = archive.manifest.parts.find(({ table }) => table === 'contents')
    const chosen: Story[] = []
    let seen = 0
    for await (const lines of part ? archive.readLines(part) : []) {
      for (const line of lines) {
        const {
          is_draft: isDraft,
          deleted_at: deletedAt,
          ...story
        } = JSON.parse(line) as Story & Record<string, unknown>
        if (isDraft || deletedAt) continue
        const place = seen < sampledStories ? seen : Math.floor(Math.random() * (seen + 1))
        seen++
        if (place >= sampledStories) continue
        chosen[place] = { id: story.id, slug: story.slug, title: story.title, category: story.category }
      }
    }
    return chosen
  } finally {
    archive.close()
  }
}

type Site = { web: string; api: string }

/** Opens the product API and the web on a restored store. Neither runs a job or sends an email. */
async function openSite(
  { settings: { DATA_DIR, DATABASE_URL } }: Scratch,
  productName: string,
  unlessInterrupted: <T>(work: Promise<T>) => Promise<T>,
  use: (site: Site) => Promise<void>,
): Promise<void> {
  const [apiPort, webPort] = [await freePort(), await freePort()]
  const site = { api: `http://127.0.0.1:${apiPort}`, web: `http://localhost:${webPort}` }
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of [...apiSettingNames, ...webSettingNames]) delete env[name]
  Object.assign(env, {
    ...{ NODE_ENV: 'production', ENV_FILE: 'off', LOG_LEVEL: 'fatal', PRODUCT_NAME: productName },
    ...{ DATA_DIR, SEED: 'off', WORKER: 'none', NARRATE_STORIES: 'off' },
    ...(DATABASE_URL && { DATABASE_URL }),
    ...{ PRODUCT_API_PORT: String(apiPort), PORT: String(webPort), WEB_RENDERERS: '1', PAGE_CACHE_MB: '8' },
    ...{ PRODUCT_API_URL: site.api, PUBLIC_URL: site.web, NEXTAUTH_URL: site.web },
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
  })
  const failed = Promise.withResolvers<never>()
  const start = (name: string, file: string) =>
    new Program({ name, file, env, isQuiet: true }, () =>
      failed.reject(new Error(`Not restorable: ${name} does not start on it`)),
    )
  const api = start('The product API', 'product-api/main.ts')
  const programs = [api]
  try {
    await unlessInterrupted(Promise.race([api.ready, failed.promise]))
    const web = start('The web', 'server.ts')
    programs.push(web)
    await unlessInterrupted(Promise.race([web.ready, failed.promise]))
    await unlessInterrupted(use(site))
  } finally {
    for (const program of programs.toReversed()) await program.stop()
  }
}

/** @throws Error with one sentence naming what it does not answer as it should. */
async function readSite({ api, web }: Site, stories: readonly Story[], onProgress: OnProgress): Promise<void> {
  for (const [index, { slug, title }] of stories.entries()) {
    const answer = await read(`${api}/contents/${encodeURIComponent(slug)}`, `story ${slug}`)
    if ((JSON.parse(answer) as { title?: string }).title !== title) {
      throw new Error(`Not restorable: the story ${slug} has another title`)
    }
    onProgress({ what: 'stories read', done: index + 1, of: stories.length })
  }
  const [story] = stories
  const slug = story && encodeURIComponent(story.slug)
  const pages = [
    { path: '/' },
    slug ? { path: `/article/${slug}`, expected: slug } : { path: '/about-us' },
    { path: `/articles/${encodeURIComponent(story?.category ?? 'all')}` },
    { path: '/search' },
    { path: '/users/login' },
  ]
  for (const { path, expected = '</html>' } of pages) {
    const html = await read(`${web}${path}`, `page ${path}`)
    if (!html.includes(expected)) throw new Error(`Not restorable: the page ${path} doesn’t show what it should`)
  }
}

/** @throws Error with one sentence if the answer is not the page. */
async function read(address: string, what: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(answerMs) })
  if (answer.status !== 200) throw new Error(`Not restorable: the ${what} is answered with ${answer.status}`)
  return answer.text()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
