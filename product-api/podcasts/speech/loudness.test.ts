import { tone } from '#testing/speech-stand-in.ts'
import { speakByFlite } from './flite.ts'
import { atEvenLoudness, limitPeaks, loudnessOf } from './loudness.ts'
import { readWav } from './read-wav.ts'

test('a sine of 997 Hz at -23 dBFS has the loudness that EBU Tech 3341 says', async () => {
  // One channel counts 3 dB less than the two of the document.
  const rate = 48_000
  const height = 10 ** (-23 / 20)
  const samples = Float32Array.from(
    { length: rate * 20 },
    (_, at) => Math.sin((at / rate) * 2 * Math.PI * 997) * height,
  )
  expect(Math.abs((await loudnessOf({ rate, samples })) + 26)).toBeLessThan(0.2)
})

test.each([
  ['a quiet tone', () => readWav(tone(2, { height: 0.05 }))],
  ['a loud tone', () => readWav(tone(2, { height: 0.9 }))],
  ['speech', () => speakByFlite('It was a long day, and nobody at the harbour knew what to say.')],
])('%s becomes -16 LUFS, and no peak is cut off', async (_, make) => {
  const { rate, samples } = await atEvenLoudness(await make())
  expect(Math.abs((await loudnessOf({ rate, samples })) + 16)).toBeLessThan(0.7)
  expect(samples.every((sample) => Math.abs(sample) <= 10 ** (-1.5 / 20) + 1e-6)).toBe(true)
})

test('does not change silence, and sound that is too short to have a loudness', async () => {
  const silence = { rate: 16_000, samples: new Float32Array(16_000) }
  expect((await atEvenLoudness(silence)).samples.every((sample) => sample === 0)).toBe(true)
  const short = { rate: 16_000, samples: Float32Array.of(0.1, 0.2) }
  expect(await atEvenLoudness(short)).toEqual(short)
})

test('lowers the gain before a peak, and leaves the rest alone', () => {
  const samples = new Float32Array(4_000).fill(0.1)
  samples[2_000] = 1.5
  const limited = limitPeaks(samples, { rate: 16_000, most: 0.8 })
  expect(Math.max(...limited)).toBeLessThan(0.8 + 1e-6)
  expect(limited.slice(0, 1_900).every((sample) => Math.abs(sample - 0.1) < 1e-6)).toBe(true)
  // No step: one sample differs from the next by little but at the peak itself.
  for (let at = 1_901; at < 1_999; at++) {
    expect(Math.abs((limited[at] ?? 0) - (limited[at - 1] ?? 0))).toBeLessThan(0.01)
  }
})
