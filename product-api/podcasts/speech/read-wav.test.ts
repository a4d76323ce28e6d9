import { tone } from '#testing/speech-stand-in.ts'
import { readWav } from './read-wav.ts'

test('reads the samples and the rate, even if the file does not know its length', () => {
  const wav = tone(1)
  expect(readWav(wav)).toMatchObject({ rate: 24_000 })
  expect(readWav(wav).samples).toHaveLength(24_000)
  wav.writeUInt32LE(0xffff_ffff, 40)
  expect(readWav(wav).samples).toHaveLength(24_000)
})

test('averages two channels', () => {
  const wav = tone(1)
  wav.writeUInt16LE(2, 22)
  wav.writeInt16LE(16_384, 44)
  wav.writeInt16LE(0, 46)
  const { samples } = readWav(wav)
  expect([samples.length, samples[0]]).toEqual([12_000, 0.25])
})

const changed = (change: (wav: Buffer) => unknown) => {
  const wav = tone(1)
  change(wav)
  return wav
}
test.each([
  ['cut off', tone(1).subarray(0, 9_000)],
  ['of another kind', Buffer.from('<p>Hello</p>'.repeat(10))],
  ['with 8 bits', changed((wav) => wav.writeUInt16LE(8, 34))],
  ['compressed', changed((wav) => wav.writeUInt16LE(3, 20))],
  ['without sound', tone(1).subarray(0, 36)],
  ['with a rate that nobody has', changed((wav) => wav.writeUInt32LE(1, 24))],
  ['empty', Buffer.alloc(0)],
])('refuses a file that is %s', (_, wav) => {
  expect(() => readWav(wav)).toThrow()
})
