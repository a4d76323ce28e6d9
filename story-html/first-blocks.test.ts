import { firstBlocks } from './first-blocks.ts'
import { plainText } from './plain-text.ts'
import { countWords } from './reading-time.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')
const said = (html: string, most: number) =>
  firstBlocks(html, most).map((block) => {
    if (block.kind === 'text') return block.line.runs.map((run) => ('text' in run ? run.text : '')).join('')
    if (block.kind === 'quote' || block.kind === 'list')
      return (block.lines as { runs: object[] }[]).map(({ runs }) =>
        runs.map((run) => ('text' in run ? run.text : '')).join(''),
      )
    return block.kind === 'kept' ? plainText(block.html) : block.kind
  })

describe('how a story begins', () => {
  test('is its first blocks, up to so many words', () => {
    const html = `<p>${words(40)}</p><p>${words(40)}</p><p>${words(40)}</p>`
    expect(said(html, 60)).toHaveLength(2)
  })

  test('a short story appears as a whole', () => {
    expect(said('<p>One.</p><h2>Two</h2><p>Three.</p>', 150)).toEqual(['One.', 'Two', 'Three.'])
  })

  test('a paragraph that goes far beyond ends at a word, without the sign after it', () => {
    expect(said('<p>One two, <strong>three four, five</strong> six seven eight nine ten</p>', 4)).toEqual([
      'One two, three four…',
    ])
  })

  test('a line that goes a little beyond stays whole', () => {
    expect(said('<p>One two three four five</p>', 4)).toEqual(['One two three four five'])
  })

  test('a list and a quote end at a line', () => {
    expect(said('<ul><li>one two</li><li>three four</li><li>five six</li></ul>', 3)).toEqual([['one two', 'three…']])
    expect(said('<blockquote><p>one two</p><p>three</p></blockquote>', 2)).toEqual([['one two']])
  })

  test('it does not end with a heading', () => {
    expect(said(`<p>${words(10)}</p><h2>Then</h2>`, 20)).toEqual([words(10)])
  })

  test('a text without blanks is cut as well, between its letters', () => {
    const [first = ''] = said(`<p>${'語'.repeat(4_000)}</p>`, 20)
    expect(first.length).toBeLessThan(60)
    expect(countWords(String(first))).toBeGreaterThan(0)
  })

  test('pictures without end come to an end', () => {
    expect(said('<p><img src="/covers/one.webp" alt=""></p>'.repeat(500), 150).length).toBeLessThan(200)
  })

  test('HTML beyond the bounds begins with nothing', () => {
    expect(firstBlocks('<div>'.repeat(100_000), 150)).toEqual([])
  })
})
