import pg from 'pg'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import { temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { type KillableProduct, killableEnv, startKillableProduct } from '#testing/killable-product.ts'
import { startSpeechStandIn } from '#testing/speech-stand-in.ts'
import { isThorough } from '#testing/thoroughness.ts'

const isNative = globalThis.testDatabase === 'native'
/** On native another process waits until it is sure that the one before is dead. */
const kills = isNative || !isThorough ? 1 : 2
const sentences = isThorough ? 40 : 12
const folder = temporaryFolder()
const databaseUrl = isNative ? connectionOf('native').connectionString : undefined
const text = Array.from({ length: sentences }, (_, number) => `This is sentence ${number + 1} of the text.`).join(' ')

let product: KillableProduct
let voice: Awaited<ReturnType<typeof startSpeechStandIn>>

/** The embedded database is in a folder of its own; of the native one other files' tests have left something. */
async function empty(): Promise<void> {
  if (!isNative) return
  const pool = new pg.Pool(connectionOf('native'))
  await emptyTables(pool)
  await pool.end()
}

beforeAll(async () => {
  await empty()
  // Another program's voice: what it is asked for can be counted.
  voice = await startSpeechStandIn({ takesMs: 25 })
})
afterAll(async () => {
  product?.stop()
  voice?.stop()
  await empty()
})

const jobOf = (id: string) => product.ask<PodcastJob>('GET', `/podcasts/jobs/${id}`)

async function until(id: string, isThere: (job: PodcastJob) => boolean): Promise<PodcastJob> {
  for (;;) {
    const job = await jobOf(id)
    if (isThere(job)) return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test(`killed ${kills} times during a narration of ${sentences} sentences, it continues, and publishes only the whole file`, async () => {
  product = startKillableProduct({
    ...killableEnv({ folder, databaseUrl }),
    ...{ OPENAI_BASE_URL: voice.baseUrl, SPEECH_MODEL: 'a-model' },
  })
  const { id } = await product.ask<PodcastJob>('POST', '/podcasts', { text })
  for (let kill = 1; kill <= kills; kill++) {
    const wanted = Math.floor((kill * sentences) / (kills + 1))
    const job = await until(id, ({ sentences_done, state }) => sentences_done >= wanted || state === 'done')
    expect(job).toMatchObject({ state: 'speaking', url: null })
    expect(await product.ask<Podcast[]>('GET', '/podcasts')).toEqual([])
    await product.kill()
  }
  const { url } = await until(id, ({ state }) => state === 'done')
  const asked = new Map<string, number>()
  for (const { input } of voice.asked) asked.set(input, (asked.get(input) ?? 0) + 1)
  const twice = [...asked.values()].filter((times) => times > 1).length
  process.stdout.write(`${globalThis.testDatabase}: ${kills} kills, ${sentences} sentences: ${twice} asked for twice\n`)
  expect(asked.size).toBe(sentences)
  // Each kill may repeat the one sentence that was being spoken.
  expect(voice.asked.length).toBeLessThanOrEqual(sentences + kills)

  const [podcast] = await product.ask<[Podcast]>('GET', '/podcasts')
  const sound = await (await product.open(url ?? ''))?.arrayBuffer()
  expect(sound?.byteLength).toBe(podcast.bytes)
  const transcript = (await (await product.open(podcast.transcript))?.text()) ?? ''
  expect(transcript.match(/^This is sentence \d+ of the text\.$/gm)).toHaveLength(sentences)
}, 300_000)
