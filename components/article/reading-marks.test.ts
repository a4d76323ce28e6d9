import { readingMarks } from './reading-marks.ts'

const long = 'he harbour lay still, and nobody had thought to put out the lamp. '.repeat(6)
const fiction = { category: 'fiction', reading_minutes: 3 }
const marksOf = (html: string, but: Partial<typeof fiction> = {}) => readingMarks({ ...fiction, ...but }, html)

describe('the marks of a story', () => {
  test.each([`<p>T${long}</p><p>More.</p>`, `<p>É${long}</p>`, `\n<p>T${long}<em>Quietly.</em></p>`])(
    'fiction begins with a large letter (%#)',
    (html) => expect(marksOf(html)).toEqual({ 'data-drop-cap': '' }),
  )

  test.each([
    ['a quotation', `<p>“T${long}</p>`],
    ['an emoji', `<p>🌊 T${long}</p>`],
    ['a small letter', `<p>t${long}</p>`],
    ['a script without capitals', `<p>${'灯台は静かだった。'.repeat(60)}</p>`],
    ['a digit', `<p>7 ${long}</p>`],
    ['italics', `<p><em>T</em>${long}</p>`],
    ['a picture', `<p><img src="/a.webp" alt="">T${long}</p>`],
    ['a heading', `<h2>One</h2><p>T${long}</p>`],
    ['a centred line', `<p class="ql-align-center">T${long}</p>`],
    ['a short line', `<p>The end.</p><p>T${long}</p>`],
    ['nothing', ''],
  ])('not if it begins with %s', (_, html) => expect(marksOf(html)).toEqual({}))

  test('only fiction does', () => {
    expect(marksOf(`<p>T${long}</p>`, { category: 'technology' })).toEqual({})
  })

  test.each([
    [7, {}],
    [8, { 'data-long': '' }],
  ])('a story of %i minutes', (reading_minutes, marks) => expect(marksOf('', { reading_minutes })).toEqual(marks))
})
