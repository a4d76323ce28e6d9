import type { Pcm } from './encode-mp3.ts'

const unknownSize = 0xffff_ffff
const pcmFormat = 1

/** The sound of a 16-bit WAV file, its channels averaged. @throws Error for anything else, and for a truncated file. */
export function readWav(file: Buffer): Pcm {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('No WAV file')
  let format: { channels: number; rate: number } | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const from = at + 8
    if (name === 'fmt ') format = readFormat(file.subarray(from, from + size))
    if (name === 'data') {
      if (!format) throw new Error('A WAV file without a format')
      // A streamed file does not know its length.
      const end = size === unknownSize || size === 0 ? file.length : from + size
      if (end > file.length) throw new Error('The WAV file is cut off')
      return { rate: format.rate, samples: mixed(file.subarray(from, end), format.channels) }
    }
    at = from + size + (size % 2)
  }
  throw new Error('A WAV file without sound')
}

function readFormat(chunk: Buffer): { channels: number; rate: number } {
  if (chunk.length < 16 || chunk.readUInt16LE(0) !== pcmFormat || chunk.readUInt16LE(14) !== 16) {
    throw new Error('A WAV file that is not 16-bit PCM')
  }
  const [channels, rate] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4)]
  if (channels < 1 || channels > 8 || rate < 8_000 || rate > 48_000) throw new Error('A WAV file of an unknown kind')
  return { channels, rate }
}

function mixed(bytes: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / 2 / channels))
  for (let at = 0; at < samples.length; at++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) sum += bytes.readInt16LE((at * channels + channel) * 2)
    samples[at] = sum / channels / 32_768
  }
  return samples
}
