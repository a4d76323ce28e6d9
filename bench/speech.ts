import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { embeddedVoice } from '#product-api/podcasts/embedded-voice.ts'
import { openSpeechWorker } from '#product-api/podcasts/speech-worker.ts'
import { splitText } from '#product-api/podcasts/text/spoken-text.ts'
import type { Row } from './support/report.ts'

const paragraph =
  'It was a long day in 1984, and nobody at the harbour knew what to say. “Why?” she asked, and Mr. Hall looked at the ' +
  'lamp, which turned all night. Then came the rain; it cost them $5.20 and the better part of a week.\n\n'
const minutesMarks = [1, 5, 10, 20, 30]

/** Thirty minutes of speech by the embedded voice: its speed, its memory, and its cost for everyone else. */
export async function speech(): Promise<Row[]> {
  const worker = openSpeechWorker()
  const voice = embeddedVoice(worker)
  const parts = splitText(paragraph)
  await voice.speak('Warm.', { pauseMs: 0 })
  const idle = await loopDelay(() => delay(2_000))
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const memory: string[] = []
  const startedAt = performance.now()
  let spokenMs = 0
  for (const minutes of minutesMarks) {
    for (let at = 0; spokenMs < minutes * 60_000; at = (at + 1) % parts.length) {
      const part = parts[at] as (typeof parts)[number]
      spokenMs += (await voice.speak(voice.wordsFor(part.text), { pauseMs: part.pauseMs })).ms
    }
    memory.push(`${Math.round(process.memoryUsage.rss() / 1e6)}`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  loop.disable()
  await worker.close()
  return [
    {
      what: 'minutes of audio a minute',
      result: `${(spokenMs / 1_000 / seconds).toFixed(1)} (${seconds.toFixed(0)} s for ${(spokenMs / 60_000).toFixed(1)} minutes)`,
    },
    {
      what: `memory of the process after ${minutesMarks.join(', ')} minutes of audio, MB`,
      result: memory.join(', '),
      target: 'flat',
    },
    {
      what: 'event loop’s delay while it speaks, p50 / p99 / max',
      result: `${ms(loop.percentile(50))} / ${ms(loop.percentile(99))} / ${ms(loop.max)} ms (idle p99 ${ms(idle)} ms)`,
      target: 'p99 < 20 ms',
    },
  ]
}

/** The 99th percentile of an idle process, in nanoseconds. */
async function loopDelay(during: () => Promise<unknown>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  await during()
  loop.disable()
  return loop.percentile(99)
}

function ms(nanoseconds: number): string {
  return (nanoseconds / 1e6).toFixed(1)
}
