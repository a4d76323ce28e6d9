import { createMp3Encoder } from 'wasm-media-encoders'

/**
 * Constant bit rates whose frames all have the same length: players can seek without reading the file, and pieces that
 * were encoded separately can be concatenated. MPEG-2 Layer III, 576 samples a frame.
 */
const formats = {
  16000: { bitrate: 48, frameBytes: 216 },
  24000: { bitrate: 64, frameBytes: 192 },
} as const
const samplesOfFrame = 576

let encoder: ReturnType<typeof createMp3Encoder> | undefined

/** Encodes a piece of speech as MP3 frames without any header. Other sample rates become 24,000 a second. */
export async function encodeMp3({ rate, samples }: Pcm): Promise<{ bytes: Buffer; ms: number }> {
  const outputRate = rate === 16_000 ? 16_000 : 24_000
  const { bitrate, frameBytes } = formats[outputRate]
  encoder ??= createMp3Encoder()
  const lame = await encoder
  lame.configure({ sampleRate: rate, outputSampleRate: outputRate, channels: 1, bitrate })
  // Copied: the encoder reuses the memory that it returns.
  const bytes = Buffer.concat([Buffer.from(lame.encode([samples])), Buffer.from(lame.finalize())])
  const frames = bytes.length / frameBytes
  if (!Number.isInteger(frames)) throw new Error(`${bytes.length} bytes are no whole MP3 frames`)
  return { bytes, ms: (frames * samplesOfFrame * 1_000) / outputRate }
}

/** Sound of one channel, each sample between -1 and 1. */
export type Pcm = {
  /** Samples a second. */
  rate: number
  samples: Float32Array
}
