import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '#testing/children.ts'
import { openSpeechWorker } from './speech-worker.ts'

const opened: ReturnType<typeof openSpeechWorker>[] = []
const open = (options?: Parameters<typeof openSpeechWorker>[0]) => {
  const worker = openSpeechWorker(options)
  opened.push(worker)
  return worker
}
const closeAll = () => Promise.all(opened.map((worker) => worker.close()))
afterAll(closeAll)

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

/** How many threads of this process step back for others, as Linux counts it. */
function threadsBelowNormal(): number {
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))
  return stats.filter((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) >= 10).length
}

// Other systems know priorities of whole processes only.
const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('leaves the processor to the threads that answer people', async () => {
  // No idle thread of an earlier test may end meanwhile.
  await closeAll()
  const before = threadsBelowNormal()
  await open().ask(say('After you.'))
  expect(threadsBelowNormal()).toBe(before + 1)
})

test('one that hangs is ended, and the next is spoken by another', async () => {
  const worker = open({ patience: 1 })
  await expect(worker.ask(say('It takes too long to say this. '.repeat(10)))).rejects.toThrow('The voice took too long')
  const patient = open()
  expect((await patient.ask(say('Hello.'))).ms).toBeGreaterThan(500)
})

test('closing it interrupts waiting requests, and refuses later ones', async () => {
  const worker = open()
  const asked = worker.ask(say('It takes a while to say this. '.repeat(10)))
  const refused = expect(asked).rejects.toThrow('The process ends')
  await worker.close()
  await refused
  await expect(worker.ask(say('Hello.'))).rejects.toThrow('The process ends')
})

const programs = temporaryFolder()

/** A thread that ends at its first `ends` starts, and then answers. */
function endingThread(ends: number): string {
  const folder = mkdtempSync(path.join(programs, 'ending-'))
  const program = path.join(folder, 'thread.mjs')
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
     import { parentPort } from 'node:worker_threads'
     appendFileSync(${JSON.stringify(path.join(folder, 'starts'))}, '.')
     const ends = readFileSync(${JSON.stringify(path.join(folder, 'starts'))}).length <= ${ends}
     parentPort.on('message', ({ id, pcm }) => {
       if (ends) process.exit(7)
       parentPort.postMessage({ id, bytes: new Uint8Array(0), ms: pcm.samples.length })
     })`,
  )
  return program
}

test('repeats the requests of a thread that ended in another one', async () => {
  const worker = open({ program: endingThread(1) })
  const pcm = { rate: 16_000, samples: new Float32Array(32) }
  expect(await worker.ask({ pcm, pauseMs: 0 })).toMatchObject({ ms: 32 })
})

test('does not try a request that ended two threads in a third', async () => {
  const worker = open({ program: endingThread(2) })
  const pcm = { rate: 16_000, samples: new Float32Array(32) }
  await expect(worker.ask({ pcm, pauseMs: 0 })).rejects.toThrow('ended with 7')
  expect(await worker.ask({ pcm, pauseMs: 0 })).toMatchObject({ ms: 32 })
})
