import fc from 'fast-check'

// Documents of the editor, as Quill holds them: of every format of the toolbar, and of what habits and imports make.

const text = fc.stringMatching(/^[a-zA-Z &<>"'é語\u00a0.,;-]{1,30}$/)
const colour = fc.constantFrom('#e60000', '#008a00', 'red', 'rgba(0, 0, 0, 0.5)')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 })

const inlineFormats = fc.record({
  bold: maybe(fc.constant(true)),
  italic: maybe(fc.constant(true)),
  underline: maybe(fc.constant(true)),
  strike: maybe(fc.constant(true)),
  script: maybe(fc.constantFrom('sub', 'super')),
  code: maybe(fc.constant(true)),
  link: maybe(fc.constantFrom('https://example.com/?a=1&b=2', '/article/ours', 'mailto:a@example.com')),
  color: maybe(colour),
  background: maybe(colour),
  size: maybe(fc.constantFrom('small', 'large', 'huge')),
})
const image = fc.record({
  insert: fc.constant({ image: 'https://example.com/a.png' }),
  attributes: fc.record({
    alt: maybe(fc.constant('A "cat" & <dog>')),
    link: maybe(fc.constant('https://example.com/')),
  }),
})
const sizedImage = fc.constant({ insert: { image: '/covers/a.webp' }, attributes: { width: '640', height: '480' } })
const run = fc.oneof(
  { arbitrary: fc.record({ insert: text, attributes: inlineFormats }), weight: 8 },
  { arbitrary: image, weight: 1 },
  { arbitrary: sizedImage, weight: 1 },
  { arbitrary: fc.constant({ insert: { softBreak: true } }), weight: 1 },
)

const lineFormats = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      fc.record({ header: fc.constantFrom(1, 2, 3, 4, 5, 6) }),
      fc.record({ list: fc.constantFrom('ordered', 'bullet', 'checked', 'unchecked') }),
      fc.record({ list: fc.constantFrom('ordered', 'bullet') }),
      fc.constant({ blockquote: true }),
    ),
    fc.record({
      align: maybe(fc.constantFrom('center', 'right', 'justify')),
      indent: maybe(fc.constantFrom(1, 2, 3, 8)),
    }),
  )
  .map(([kind, place]) => ({ ...kind, ...place }))
const line = fc
  .tuple(fc.array(run, { maxLength: 5 }), lineFormats)
  .map(([runs, attributes]) => [...runs, { insert: '\n', attributes }])
const codeLine = fc
  .stringMatching(/^[ \ta-z<&]{0,20}$/)
  .map((code) => [...(code ? [{ insert: code }] : []), { insert: '\n', attributes: { 'code-block': 'plain' } }])
const block = fc.constantFrom(
  { insert: { video: 'https://www.youtube.com/embed/abc-1' } },
  { insert: { video: 'https://player.vimeo.com/video/12' }, attributes: { align: 'center' } },
  { insert: { kept: '<table><tbody><tr><td>1 &amp; 2</td></tr></tbody></table>' } },
  {
    insert: {
      kept: '<figure><img src="/covers/a.webp" alt="&quot;" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>A</figcaption></figure>',
    },
  },
  { insert: { kept: '<hr />' } },
)

/** The operations of a Quill document. */
export const randomDocument = fc
  .array(
    fc.oneof(
      { arbitrary: line, weight: 8 },
      { arbitrary: codeLine, weight: 2 },
      { arbitrary: block.map((one) => [one]), weight: 1 },
    ),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((lines) => withoutUndefined([...lines.flat(), { insert: '\n' }]))

/** An attribute that is undefined is one for Quill. */
function withoutUndefined(ops: object[]): object[] {
  return JSON.parse(JSON.stringify(ops)) as object[]
}
