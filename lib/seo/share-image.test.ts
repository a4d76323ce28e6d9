import net from 'node:net'
import sharp from 'sharp'
import { drawText } from './draw-text.ts'
import { shareImage } from './share-image.ts'

// Whatever asks for a font or an emoji elsewhere fails.
beforeAll(() => {
  const refuse = () => {
    throw new Error('A picture asked the network')
  }
  globalThis.fetch = refuse
  jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse)
})
afterAll(() => jest.restoreAllMocks())

async function picture(title: string): Promise<Buffer> {
  const answer = await shareImage({ tagLine: 'Books', title, left: 'Ann Author', right: 'Bytewise' })
  expect(answer.headers.get('content-type')).toBe('image/png')
  const png = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  return png
}

const widthOf = async (text: string) =>
  (await drawText(text, { sizes: [60], colour: '#000', width: 1000, height: 200 }))?.width ?? 0

test.each([
  ['Latin', 'Fish & chips <b>"today"</b>'],
  ['emoji', 'Rockets 🚀 and families 👩‍👩‍👧 ❤️'],
  ['Cyrillic', 'Привет, мир'],
  ['Greek', 'Καλημέρα κόσμε'],
  ['Chinese', '你好，世界'],
  ['Japanese', 'こんにちは世界'],
  ['Korean', '안녕하세요 세계'],
  ['Arabic', 'مرحبا بالعالم'],
  ['Hebrew', 'שלום עולם'],
  ['Devanagari', 'नमस्ते दुनिया'],
  ['Thai', 'สวัสดีชาวโลก'],
  ['a mix', 'Hello Привет 世界 مرحبا नमस्ते'],
])('a title in %s is drawn without the network', async (_, title) => {
  expect(await picture(title)).not.toEqual(await picture(''))
})

test('a story without a picture has its drawn cover beside the words', async () => {
  const words = { tagLine: 'Books', title: 'A title', left: 'Ann', right: 'Bytewise' }
  const png = async (slug?: string) =>
    Buffer.from(await (await shareImage({ ...words, ...(slug && { coverOf: slug }) })).arrayBuffer())
  const [plain, one, other] = [await png(), await png('a-lamp'), await png('a-tower')]
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(one).not.toEqual(plain)
  expect(one).not.toEqual(other)
  expect(await png('a-lamp')).toEqual(one)
})

test('letters are joined as their script joins them', async () => {
  // Separately, they take their isolated forms.
  expect(await widthOf('مرحبا')).toBeLessThan((await widthOf([...'مرحبا'].join('\u200c'))) * 0.9)
  // One sign in place of two with a stroke.
  expect(await widthOf('क्ष')).toBeLessThan((await widthOf('क्\u200cष')) * 0.9)
})

test('characters without a glyph are left out, and the picture is still drawn', async () => {
  const empty = await picture('')
  for (const title of ['བོད་སྐད་', '\u0000\u202e', '🇩🇪', '\ud800', ' \n ']) expect(await picture(title)).toEqual(empty)
  expect(await picture('Flags 🇩🇪 too')).toEqual(await picture('Flags too'))
  expect(await picture('A sign that there is not \u{10fffd}')).toEqual(await picture('A sign that there is not'))
})

test('a title of 8,000 letters is cut at the end of the space', async () => {
  for (const title of ['word and '.repeat(900), 'w'.repeat(8_000), '世'.repeat(8_000)]) {
    expect(await picture(title)).not.toEqual(await picture(''))
  }
})
