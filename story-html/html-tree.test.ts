import fc from 'fast-check'
import { excerpt } from './excerpt.ts'
import { htmlBounds, htmlFault } from './html-tree.ts'
import { plainText } from './plain-text.ts'
import { countWords } from './reading-time.ts'
import { sanitiseStory, unshownStory } from './sanitise.ts'
import { htmlToMarkdown } from './to-markdown.ts'

const characters = htmlBounds.characters
const mostMs = 300
// Cores that share their parts with a busy neighbour compute at half their speed.
const busyFactor = 2

/** Computed by this thread alone, however long it waits for a busy machine; the best of three. */
function expectQuick<T>(what: string, make: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage()
    const made = make()
    const { user, system } = process.threadCpuUsage(before)
    const ms = Math.round((user + system) / 1_000)
    if (ms <= mostMs * busyFactor) return made
    if (tries === 3) throw new Error(`${what} took ${ms} ms`)
  }
}

function expectAllQuick(html: string): void {
  const clean = expectQuick('sanitising', () => sanitiseStory(html))
  const text = expectQuick('plain text', () => plainText(clean))
  if (clean === unshownStory) expectQuick('plain text of what is refused', () => plainText(html))
  expectQuick('Markdown', () => htmlToMarkdown(clean))
  expectQuick('an excerpt', () => excerpt(text))
  expectQuick('counting words', () => countWords(text))
}

describe('two megabytes of anything are refused or made within 300 ms', () => {
  const filled = (unit: string) => unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)

  test.each([
    ...['<b>', '<div>', '<ul><li>', '<table><td>', '<x>', '<x-y></z>', '<b><i></b>', '</p>', '<br>', '<img>', '<svg>'],
    ...['<', '<b ', '</', '<!--', '<!-->', '<?', '<![CDATA[', '&', '&amp;', '&l', '<script>', '<noscript>', '<a a=b '],
    ...[' ', '.', 'A. ', '_`](', '語', '😀', '\u0301'],
  ])('%j', (unit) => {
    expectAllQuick(filled(unit))
  })

  test.each([
    ['one attribute', `<a href="https://example.com/${'a'.repeat(characters - 100)}">x</a>`],
    ['one picture', `<img src="data:image/png;base64,${'A'.repeat(characters - 100)}">`],
    ['one style', `<span style="${'color:red;'.repeat((characters - 100) / 10)}">x</span>`],
    ['one class', `<p class="${'ql-align-center '.repeat((characters - 100) / 16)}">x</p>`],
    ['code of spaces', `<pre>${' '.repeat(characters - 100)}x</pre>`],
    ['pictures that go, behind a long text', 'a'.repeat(characters - 9_000) + '<img>'.repeat(1_800)],
    ['frames that go, behind a long text', 'a'.repeat(characters - 30_000) + '<iframe></iframe>'.repeat(1_700)],
  ])('%s', (_, html) => {
    expect(html.length).toBeLessThanOrEqual(characters)
    expectAllQuick(html)
  })

  test('as many tags as are allowed, wherever in the text', () => {
    const units = fc.constantFrom(
      ...['<b>a</b>', '<p>a</p>', '<p></p>', '<br>', '<hr>', '<b> </b>', '<x>', '<i></b>', '<li>', '<td>a', '<ol><li>'],
      ...[
        '<a href="/x">a</a>',
        '<img src="/a">',
        '<img>',
        '<span style="color:red">a</span>',
        '<h1>',
        '&nbsp;',
        '</p>',
      ],
      ...['<iframe src="https://www.youtube.com/embed/a"></iframe>', '<blockquote>a</blockquote>', '<pre>  a\n</pre>'],
    )
    fc.assert(
      fc.property(units, fc.nat(4), fc.constantFrom(5_000, 2_000, 800), (unit, place, times) => {
        const [tags, text] = [unit.repeat(times), 'word '.repeat((characters - unit.length * times) / 5)]
        const cut = Math.floor((text.length * place) / 4)
        expectAllQuick(text.slice(0, cut) + tags + text.slice(cut))
      }),
      { numRuns: 6 },
    )
  })
})

describe('the bounds', () => {
  test.each([
    ['formatting as deep as allowed', `${'<b>'.repeat(64)}a${'</b>'.repeat(64)}`, undefined],
    ['deeper', '<b>'.repeat(65), 'The formatting of a story is at most 64 levels deep.'],
    ['as long as allowed', 'a'.repeat(characters), undefined],
    ['longer', 'a'.repeat(characters + 1), 'A story has at most 2000000 characters.'],
    ['a novel', '<p>He said <em>nothing</em>. </p>'.repeat(2_500), undefined],
    ['too many tags', '<br>'.repeat(20_001), 'This story has too much formatting. Please split it into several.'],
  ])('%s', (_, html, fault) => {
    expect(htmlFault(html)).toBe(fault)
  })

  test('what is beyond them is a sentence for readers', () => {
    expect(sanitiseStory('<b>'.repeat(65))).toBe(unshownStory)
    expect(plainText('<b>'.repeat(65))).toBe('')
    expect(htmlToMarkdown('<b>'.repeat(65))).toBe('\n')
  })

  test('what was sanitised is never beyond them', () => {
    const units = fc.constantFrom('<img src="/a">', '<a href="https://a.b">', '<b>', '<p>a', '<p>b</p>', '</a>', '<br>')
    fc.assert(
      fc.property(fc.array(fc.tuple(units, fc.nat(3_000)), { maxLength: 6 }), (parts) => {
        const clean = sanitiseStory(parts.map(([unit, times]) => unit.repeat(times)).join(''))
        expect(htmlFault(clean)).toBeUndefined()
        expect(sanitiseStory(clean)).toBe(clean)
      }),
      { numRuns: 20 },
    )
  })
})
