import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Pcm } from './encode-mp3.ts'

/** The usual loudness of podcasts in LUFS: Apple and Spotify turn everything else up or down. */
const wantedLufs = -16
/** The highest peak, in decibels below full scale; encoders overshoot a little. */
const peakDb = -1.5
/** The largest correction in decibels, so that a shout and a whisper still differ. */
const gainMostDb = 14
/** The standard measures blocks of 400 ms: shorter sound has no loudness. */
const shortestMs = 400

type Meter = {
  memory: WebAssembly.Memory
  __wbindgen_malloc: (bytes: number) => number
  ebur128_integrated_mono: (rate: number, at: number, length: number) => number
}

let meter: Promise<Meter> | undefined

/** Integrated loudness by EBU R 128 (ITU-R BS.1770) in LUFS; -Infinity for silence and for sound that is too short. */
export async function loudnessOf({ rate, samples }: Pcm): Promise<number> {
  if (samples.length < (shortestMs / 1_000) * rate) return Number.NEGATIVE_INFINITY
  meter ??= openMeter()
  const { memory, __wbindgen_malloc: allocate, ebur128_integrated_mono: measure } = await meter
  const at = allocate(samples.byteLength)
  new Float32Array(memory.buffer, at, samples.length).set(samples)
  return measure(rate, at, samples.length)
}

/** The same sound at the loudness of podcasts, with its peaks limited below full scale. */
export async function atEvenLoudness(pcm: Pcm): Promise<Pcm> {
  const loudness = await loudnessOf(pcm)
  if (!Number.isFinite(loudness)) return pcm
  const gainDb = Math.max(-gainMostDb, Math.min(gainMostDb, wantedLufs - loudness))
  const gain = 10 ** (gainDb / 20)
  const louder = pcm.samples.map((sample) => sample * gain)
  return { rate: pcm.rate, samples: limitPeaks(louder, { rate: pcm.rate, most: 10 ** (peakDb / 20) }) }
}

/** Loads the meter without the package's entry, which is for bundlers. Its imports only report failures. */
async function openMeter(): Promise<Meter> {
  const file = createRequire(import.meta.url).resolve('ebur128-wasm/ebur128_wasm_bg.wasm')
  const program = await WebAssembly.compile(await readFile(file))
  const fail = () => {
    throw new Error('The loudness could not be measured')
  }
  const imports: Record<string, Record<string, () => never>> = {}
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    imports[module] = { ...imports[module], [name]: fail }
  }
  const { exports } = await WebAssembly.instantiate(program, imports)
  return exports as unknown as Meter
}

const lookAheadMs = 5
const releaseMs = 60

/** A limiter: keeps samples within `most`. The gain falls before a peak and rises slowly after it: nothing clicks. */
export function limitPeaks(samples: Float32Array, { rate, most }: { rate: number; most: number }): Float32Array {
  const ahead = Math.max(1, Math.round((lookAheadMs / 1_000) * rate))
  const release = 1 - Math.exp(-1 / ((releaseMs / 1_000) * rate))
  const limited = new Float32Array(samples.length)
  let gain = 1
  let step = 0
  // The lowest gain that any sample within the look-ahead needs, and until when it applies.
  let wanted = 1
  let wantedUntil = -1
  for (let at = 0; at < samples.length; at++) {
    const coming = needed(samples[at + ahead], most)
    if (coming < wanted) {
      wanted = coming
      wantedUntil = at + ahead
      step = (gain - wanted) / ahead
    } else if (at > wantedUntil) {
      wanted = lowestAhead(samples, at, ahead, most)
      wantedUntil = at + ahead
    }
    gain = gain > wanted ? Math.max(wanted, gain - step) : gain + (wanted - gain) * release
    const sample = (samples[at] ?? 0) * gain
    limited[at] = Math.max(-most, Math.min(most, sample))
  }
  return limited
}

function needed(sample: number | undefined, most: number): number {
  const height = Math.abs(sample ?? 0)
  return height > most ? most / height : 1
}

function lowestAhead(samples: Float32Array, from: number, ahead: number, most: number): number {
  let lowest = 1
  for (let at = from; at <= from + ahead; at++) lowest = Math.min(lowest, needed(samples[at], most))
  return lowest
}
