import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { encodeMp3, type Pcm } from './speech/encode-mp3.ts'
import { speakByFlite } from './speech/flite.ts'
import { atEvenLoudness } from './speech/loudness.ts'

/** A request to the thread: speak a text with the embedded voice, or process the sound of another voice. */
export type SpeechRequest = { id: number; pauseMs: number } & ({ text: string; rate: number } | { pcm: Pcm })
export type SpeechReply = { id: number } & ({ bytes: Uint8Array; ms: number } | { failure: string })

/** Answers one request after the other, inside a worker thread. */
export function serveSpeech(): void {
  stepBack()
  parentPort?.on('message', async (request: SpeechRequest) => {
    parentPort?.postMessage(await answer(request))
  })
}

/** Pages go first: Linux gives this thread what they leave. Other systems would slow down the whole process. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}

async function answer(request: SpeechRequest): Promise<SpeechReply> {
  const { id, pauseMs } = request
  try {
    const pcm = 'pcm' in request ? request.pcm : await say(request)
    const { bytes, ms } = await encodeMp3(withPause(await atEvenLoudness(pcm), pauseMs))
    return { id, bytes, ms }
  } catch (fault) {
    return { id, failure: fault instanceof Error ? fault.message : String(fault) }
  }
}

/** A part without words becomes silence. */
async function say({ text, rate }: { text: string; rate: number }): Promise<Pcm> {
  return text ? speakByFlite(text) : { rate, samples: new Float32Array(0) }
}

function withPause({ rate, samples }: Pcm, pauseMs: number): Pcm {
  const longer = new Float32Array(samples.length + Math.round((pauseMs / 1_000) * rate))
  longer.set(samples)
  return { rate, samples: longer }
}
