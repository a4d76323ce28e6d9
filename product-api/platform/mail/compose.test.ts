import { accentPalette } from '#contract/accent.ts'
import { type SiteSettings, usualSettings } from '#contract/site.ts'
import type { Block, MailText } from './blocks.ts'
import { composeMail } from './compose.ts'

const site = {
  productName: 'Byte & <wise>',
  publicUrl: 'https://example.com',
  contactEmail: 'hello@example.com',
  site: { now: usualSettings },
  categories: [],
}
const go = 'https://example.com/go?a=1&b="2"'

/** One of each kind, as a newsletter has them. */
const blocks: Block[] = [
  { kind: 'paragraph', words: 'One <script>alert(1)</script>' },
  {
    kind: 'paragraph',
    words: ['Two & "three", ', { text: 'four', url: 'https://example.com/four', isStrong: true }, { text: '!' }],
  },
  { kind: 'heading', words: [{ text: 'A <story>', url: 'https://example.com/story' }] },
  {
    kind: 'picture',
    url: 'https://example.com/cover.webp?a=1&b=2',
    alt: 'A "cover"',
    linkUrl: 'https://example.com/story',
    caption: 'Photo: <Ada>',
  },
  { kind: 'list', entries: ['First', '<Second>'] },
  { kind: 'list', entries: ['Begin', [{ text: 'End', isEmphasised: true }]], isNumbered: true },
  { kind: 'quote', words: 'Words & more\nwords', source: 'Ada <Byron>' },
  { kind: 'divider' },
  { kind: 'button', label: 'Go <on>', url: encodeURI(go) },
  { kind: 'button', label: 'Further', url: 'https://example.com/further', isAddressHidden: true },
  { kind: 'note', words: 'A note' },
]
const mail: MailText = {
  subject: 'A <b>subject</b>',
  preview: 'A preview',
  heading: 'A heading',
  blocks,
  reason: ['A reason. ', { text: 'Unsubscribe', url: 'https://example.com/unsubscribe' }],
}

describe('the HTML', () => {
  const { html, subject } = composeMail(site, mail)

  test('has the whole content, and escapes every word', () => {
    expect(subject).toBe(mail.subject)
    expect(html).not.toMatch(/<script|<b>|<Second>|<wise>|<story>|<Ada|<on>/)
    const said = [
      'A preview',
      'A heading',
      '&lt;script&gt;',
      'Two &amp; &quot;three&quot;, ',
      '&lt;Second&gt;',
      'A note',
    ]
    for (const text of [...said, 'A &lt;story&gt;', 'Photo: &lt;Ada&gt;', 'Words &amp; more', 'Ada &lt;Byron&gt;']) {
      expect(html).toContain(text)
    }
    expect(html).toContain('<em>End</em></li></ol>')
    expect(html).toContain('<strong>four</strong></a>!</p>')
    expect(html).toContain('href="https://example.com/go?a=1&amp;b=%222%22"')
    expect(html).toMatch(/A reason\. <a [^>]*href="https:\/\/example\.com\/unsubscribe"/)
  })

  test('shows a picture with words in its place, and asks for nothing else', () => {
    const pictures = html.match(/<img [^>]*>/g)
    expect(pictures).toEqual([expect.stringContaining('src="https://example.com/cover.webp?a=1&amp;b=2"')])
    expect(pictures?.[0]).toContain('alt="A &quot;cover&quot;"')
    expect(html).not.toMatch(/<link|url\(|<iframe|<video|background=/)
  })

  test('shows the alternative text of a missing picture in light and dark', () => {
    for (const picture of html.match(/<img [^>]*>/g) ?? []) expect(picture).toMatch(/class="[^"]*(ink|soft)/)
  })

  test('names a picture’s link by the picture, and hides one that has no name', () => {
    const linked = (alt: string) => {
      const picture: Block = {
        kind: 'picture',
        url: 'https://example.com/a.webp',
        alt,
        linkUrl: 'https://example.com/s',
      }
      return composeMail(site, { ...mail, blocks: [picture] }).html.match(/<a [^>]*><img [^>]*>/)?.[0]
    }
    expect(linked('A cover')).not.toContain('aria-hidden')
    expect(linked('')).toMatch(/^<a [^>]*aria-hidden="true" tabindex="-1"/)
  })

  test('shows the address of a button below it unless that is hidden', () => {
    expect(html.match(/Or copy this address/g)).toHaveLength(1)
    expect(html.match(/https:\/\/example\.com\/further/g)).toHaveLength(1)
  })

  test('follows the reader’s light or dark mode', () => {
    expect(html).toContain('prefers-color-scheme: dark')
  })
})

describe('the settings of the site', () => {
  const composed = (look: Partial<SiteSettings>) =>
    composeMail({ ...site, site: { now: { ...usualSettings, ...look } } }, mail).html
  const usual = composed({})

  test('give buttons and small lines their accent, in light and dark', () => {
    const html = composed({ accent: '#8a1b5e' })
    const { light, dark } = accentPalette('#8a1b5e')
    expect(html).not.toMatch(/1b6b45|7fd1a5|0b2417/i)
    expect(html).toContain(`bgcolor="${light.accent.toUpperCase()}"`)
    expect(html).toContain(`.button { background: ${dark.accent.toUpperCase()} !important; }`)
    expect(html).toContain(`.label { color: ${dark.on.toUpperCase()} !important;`)
    expect(usual).toContain('bgcolor="#1B6B45"')
    expect(usual).toContain('.green { color: #7FD1A5 !important; }')
  })

  const id = 'ab'.repeat(16)
  test.each([
    ['wide', `/uploads/${id}-1200x200.webp`, `${id}-480x80.jpg`, 192, 32],
    ['square', `/uploads/${id}-1000x1000.webp`, `${id}-480x480.jpg`, 32, 32],
    ['very wide', `/uploads/${id}-1440x60.webp`, `${id}-960x40.jpg`, 260, 11],
    ['small', `/uploads/${id}-40x20.webp`, `${id}-40x20.jpg`, 64, 32],
  ])('put a %s logo in place of the name, as a JPEG with its size', (_, logo, file, width, height) => {
    const [picture = ''] = composed({ logo }).match(/<img [^>]*uploads[^>]*>/) ?? []
    expect(picture).toContain(`src="https://example.com/uploads/${file}"`)
    expect(picture).toContain(`alt="Byte &amp; &lt;wise&gt;" width="${width}" height="${height}"`)
    expect(usual).not.toContain('/uploads/')
  })
})

describe('the text', () => {
  const { text } = composeMail(site, mail)
  const lines = text.split('\n')

  test('has the whole content, unchanged', () => {
    const said = ['A heading', 'One <script>alert(1)</script>', '- First', '- <Second>', '1. Begin', '2. End', 'A note']
    for (const line of [...said, '[Picture: A "cover"]', 'Photo: <Ada>', '* * *']) expect(lines).toContain(line)
    expect(text).toContain('> Words & more\n> words\n> (Ada <Byron>)')
    expect(text).toContain('A <story>\n---------\nhttps://example.com/story\n')
  })

  test('gives every address: of a button on a line of its own, of a link behind its words', () => {
    expect(lines).toContain(encodeURI(go))
    expect(lines).toContain('Two & "three", four (https://example.com/four)!')
    expect(lines).toContain('https://example.com/further')
  })

  test('ends with why it came and from whom', () => {
    expect(text).toMatch(
      /\n--\nA reason\. Unsubscribe \(https:\/\/example\.com\/unsubscribe\)\nByte & <wise>: https:\/\/example\.com\nQuestions: hello@example\.com\n$/,
    )
  })

  test('has no gap if a block has no words', () => {
    const decoration: Block = { kind: 'picture', url: 'https://example.com/line.png', alt: '' }
    expect(composeMail(site, { ...mail, blocks: [decoration, ...blocks] }).text).toBe(text)
  })
})

const hostile = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '/article/one', 'article/one', '//evil.test/x'],
  ...['https:evil', 'https:///evil', ' https://example.com', 'https://exa mple.com', 'https://example.com/\nx', ''],
  ...['https://example.com/"x', 'https://example.com/<x', 'ftp://example.com/x', 'cid:1', 'https:\\\\evil.test'],
]

describe('an address that is not plainly absolute', () => {
  const composing = (block: Block) => () => composeMail(site, { ...mail, blocks: [block] })

  test.each(hostile)('refuses %j as the address of a link, a button and a picture', (url) => {
    const said = JSON.stringify(url)
    expect(composing({ kind: 'paragraph', words: [{ text: 'x', url }] })).toThrow(said)
    expect(composing({ kind: 'button', label: 'x', url })).toThrow(said)
    expect(composing({ kind: 'picture', url, alt: '' })).toThrow(said)
    expect(composing({ kind: 'picture', url: 'https://example.com/x.png', alt: '', linkUrl: url })).toThrow(said)
  })

  test('a link may write an email, a picture can not be one', () => {
    const url = 'mailto:hello@example.com'
    expect(composing({ kind: 'note', words: [{ text: 'x', url }] })).not.toThrow()
    expect(composing({ kind: 'picture', url, alt: '' })).toThrow(url)
  })
})
