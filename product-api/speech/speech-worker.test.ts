import { openSpeechWorker } from './speech-worker.ts'

const opened: ReturnType<typeof openSpeechWorker>[] = []
const open = (options?: { patience?: number }) => {
  const worker = openSpeechWorker(options)
  opened.push(worker)
  return worker
}
afterAll(() => Promise.all(opened.map((worker) => worker.close())))

const say = (text: string) => ({ text, rate: 16_000, pauseMs: 200 })

test('speaks one text after the other, each as long as its words and its pause', async () => {
  const worker = open()
  const [short, long] = await Promise.all([worker.ask(say('Yes.')), worker.ask(say('It was a long and rainy day.'))])
  expect(short.ms).toBeGreaterThan(600)
  expect(long.ms).toBeGreaterThan(short.ms + 500)
  for (const { bytes, ms } of [short, long]) expect(bytes.length).toBe((ms / 36) * 216)
})

test('the same words are the same sound', async () => {
  const worker = open()
  const [first, second] = [await worker.ask(say('The same words.')), await worker.ask(say('The same words.'))]
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true)
})

test('one that hangs is ended, and the next is spoken by another', async () => {
  const worker = open({ patience: 1 })
  await expect(worker.ask(say('It takes too long to say this. '.repeat(10)))).rejects.toThrow('The voice took too long')
  const patient = open()
  expect((await patient.ask(say('Hello.'))).ms).toBeGreaterThan(500)
})

test('what waits when it is closed is told so, and it can be asked again', async () => {
  const worker = open()
  const asked = worker.ask(say('It takes a while to say this. '.repeat(10)))
  const refused = expect(asked).rejects.toThrow('The process ends')
  await worker.close()
  await refused
  expect((await worker.ask(say('Hello.'))).ms).toBeGreaterThan(500)
})
