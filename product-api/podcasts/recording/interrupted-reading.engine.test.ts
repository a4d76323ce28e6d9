import type { PodcastJob } from '#contract/podcasts.ts'
import type { Context } from '#platform/context.ts'
import { api, get, send, withApi } from '#testing/api.ts'
import { anAdmin } from '#testing/factories.ts'
import { eventually, runWorker } from '#testing/run-worker.ts'
import { removeKeptFiles } from '#testing/uploads.ts'
import { embeddedVoice } from '../embedded-voice.ts'
import { openSpeechWorker } from '../speech-worker.ts'
import { speakPodcast } from './speak-podcast.ts'

withApi()
afterEach(removeKeptFiles)

const text = 'The first sentence. The second one. The third one. The last of them.'

let as: string
let id: string
let context: Context
beforeEach(async () => {
  as = (await anAdmin()).id
  id = (await (await send('POST', '/podcasts', { as, body: { text } })).json()).id
  context = api().context
})

async function job(): Promise<PodcastJob> {
  return (await get(`/podcasts/jobs/${id}`, { as })).json()
}

/**
 * A process stops in order while its voice says the second sentence: its jobs get no more time, then what they use is
 * closed. `before`: what happens in the moment that it is asked to stop.
 */
async function stopWhileReading({ before = async () => undefined }: { before?: () => Promise<unknown> } = {}) {
  const speech = openSpeechWorker()
  const voice = embeddedVoice(speech)
  let ended: Promise<void> | undefined
  let asked = 0
  const speak: typeof voice.speak = async (words, options) => {
    const spoken = voice.speak(words, options)
    if (++asked !== 2) return spoken
    // Whether or not it is said before the voice is closed, the reading gets no answer to it.
    spoken.catch(() => undefined)
    await before()
    await worker.stop()
    await speech.close()
    return voice.speak(words, options)
  }
  const read = (ctx: Parameters<typeof speakPodcast>[0], told: Parameters<typeof speakPodcast>[1]) => {
    ended = speakPodcast({ ...ctx, voice: { ...voice, speak } }, told)
    return ended
  }
  const { worker } = await runWorker({ 'speak-podcast': read }, { graceMs: 0 })
  await eventually(() => ended !== undefined)
  await ended?.catch(() => undefined)
  return asked
}

test('a narration that an orderly stop interrupts continues in the next process, after its last sentence', async () => {
  expect(await stopWhileReading()).toBe(2)
  expect(await job()).toMatchObject({ state: 'speaking', sentences_done: 1, failure: null })
  const said: string[] = []
  const speak: Context['voice']['speak'] = (words, options) => {
    said.push(words)
    return context.voice.speak(words, options)
  }
  await runWorker({ 'speak-podcast': (ctx, told) => speakPodcast({ ...ctx, voice: { ...ctx.voice, speak } }, told) })
  await eventually(async () => (await job()).state === 'done')
  expect(said).toEqual(['The second one.', 'The third one.', 'The last of them.'])
})

test('one that was cancelled in the moment of the stop stays cancelled', async () => {
  await stopWhileReading({ before: () => send('POST', `/podcasts/jobs/${id}/cancel`, { as }) })
  let reads = 0
  await runWorker({ 'speak-podcast': (ctx, told) => speakPodcast(ctx, told).finally(() => reads++) })
  await eventually(() => reads === 1)
  expect(await job()).toMatchObject({ state: 'cancelled' })
})
