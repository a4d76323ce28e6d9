import { startSpeechStandIn } from '#testing/speech-stand-in.ts'
import { endpointVoice } from './endpoint-voice.ts'
import { openSpeechWorker } from './speech-worker.ts'
import { SpeechFailure } from './voice.ts'

const worker = openSpeechWorker()
let standIn: Awaited<ReturnType<typeof startSpeechStandIn>>
beforeAll(async () => {
  standIn = await startSpeechStandIn()
})
afterAll(async () => {
  standIn.stop()
  await worker.close()
})

const voice = (baseUrl = standIn.baseUrl) =>
  endpointVoice({ baseUrl, apiKey: 'a key', model: 'a-model', voice: 'a-voice' }, worker)
const speak = (text: string) => voice().speak(text, { pauseMs: 100 })

test('lets the endpoint read a text, and encodes it as MP3', async () => {
  const { ms, bytes } = await speak('Hello there.')
  expect(ms).toBeGreaterThan(1_090)
  expect(ms).toBeLessThan(1_250)
  expect(bytes.length).toBe((ms / 24) * 192)
  expect(standIn.asked.at(-1)).toMatchObject({
    ...{ input: 'Hello there.', authorization: 'Bearer a key', model: 'a-model', voice: 'a-voice' },
    response_format: 'wav',
  })
})

test('makes silence without a request for a text without words', async () => {
  const before = standIn.asked.length
  expect(voice().wordsFor(' — ')).toBe('')
  expect((await speak('')).ms).toBeGreaterThan(90)
  expect(standIn.asked.length).toBe(before)
})

test.each([
  ['Status 401 it is.', 'The speech service doesn’t accept our key. Please check OPENAI_API_KEY.', 1],
  [
    'Status 404 it is.',
    'The speech service doesn’t know this model or voice. Please check SPEECH_MODEL and SPEECH_VOICE.',
    1,
  ],
  ['Status 429 it is.', 'The speech service is busy, or our quota is used up. Please try again later.', 3],
  ['Status 500 it is.', 'The speech service failed (500). Please try again later.', 3],
  ['Cut it off.', 'The speech service’s answer broke off or wasn’t audio. Please try again.', 1],
  ['Short it is.', 'The speech service’s answer broke off or wasn’t audio. Please try again.', 1],
  ['Text it is.', 'The speech service’s answer broke off or wasn’t audio. Please try again.', 1],
  ['Endless it is.', 'The speech service’s answer broke off or wasn’t audio. Please try again.', 1],
])('says what went wrong, and nothing of the endpoint’s own words: %s', async (text, sentence, tries) => {
  const before = standIn.asked.length
  const fault = await speak(text).catch((cause: unknown) => cause)
  expect(fault).toBeInstanceOf(SpeechFailure)
  expect((fault as SpeechFailure).message).toBe(sentence)
  expect(standIn.asked.length - before).toBe(tries)
})

test('reports that the endpoint does not answer', async () => {
  const silent = voice('http://127.0.0.1:1/v1').speak('Hello.', { pauseMs: 0 })
  await expect(silent).rejects.toThrow('The speech service can’t be reached.')
})

test('reads every language, and refuses only a text without words', () => {
  expect(voice().refusal('日本語の文章です。')).toBeUndefined()
  expect(voice().refusal('— …')).toBe('There’s nothing in this text that can be read aloud.')
})
