import { htmlErrors } from '#e2e/support/html-checker.ts'
import { type WrittenStory, writeStoryForMail } from './mail-html.ts'
import { sanitiseStory } from './sanitise.ts'

const place = { publicUrl: 'https://bytewise.example', url: 'https://bytewise.example/article/one' }
const write = (html: string, bytesMost = 90_000): WrittenStory =>
  writeStoryForMail(sanitiseStory(html), { ...place, bytesMost })
const upload = `/uploads/${'a'.repeat(32)}`

describe("a story's text in an email", () => {
  test('has every kind of block, with its look beside it', () => {
    const { html, text, isCut } = write(
      '<h2>One</h2><p>Two <strong>bold</strong> <em>slanted</em></p><blockquote>Three</blockquote><ol><li>four<ul><li>five</li></ul></li></ol><pre>six\n  seven</pre><p>Use <code>eight</code></p><hr><p class="ql-align-center">nine</p>',
    )
    expect(isCut).toBe(false)
    expect(html).toMatch(/<h2 dir="auto" style="[^"]*font:600 24px[^"]*">One<\/h2>/)
    expect(html).toContain('Two <strong>bold</strong> <em>slanted</em></p>')
    expect(html).toMatch(/<blockquote class="line" dir="auto" style="[^"]*border-left[^"]*">Three/)
    expect(html).toMatch(/<ol [^>]*><li [^>]*>four<ul [^>]*><li [^>]*>five<\/li><\/ul><\/li><\/ol>/)
    expect(html).toMatch(/<pre [^>]*white-space:pre-wrap[^>]*>six\n {2}seven<\/pre>/)
    expect(html).toMatch(/<code class="tint"[^>]*>eight<\/code>/)
    expect(html).toContain('<hr class="line"')
    expect(html).toMatch(/<p dir="auto" style="[^"]*text-align:center;">nine/)
    expect(text).toBe(
      'One\n---\n\nTwo bold slanted\n\n> Three\n\n1. four\n   - five\n\n    six\n      seven\n\nUse eight\n\n* * *\n\nnine',
    )
  })

  test('has whole addresses; a link that an email cannot have is its words', () => {
    const { html, text } = write(
      '<p><a href="/article/two">a</a> <a href="mailto:x@example.com">b</a> <a href="https://e.test/d?x=1&amp;y=2">c</a></p>',
    )
    expect(html).toContain('<a class="link" href="https://bytewise.example/article/two"')
    expect(html).toContain('href="mailto:x@example.com"')
    expect(html).toContain('href="https://e.test/d?x=1&amp;y=2"')
    expect(text).toContain('a (https://bytewise.example/article/two)')
    const odd = writeStoryForMail('<p><a href="https:evil">x</a><a href="javascript:alert(1)">y</a></p>', {
      ...place,
      bytesMost: 9_000,
    })
    expect(odd.html).not.toMatch(/<a|javascript/)
    expect(odd.html).toContain('xy</p>')
  })

  test('shows pictures of this site as JPEG, with their width and their words', () => {
    const { html, text } = write(
      `<p><img src="/covers/two.webp" alt="Two &quot;lamps&quot;"></p><p><img src="${upload}-1440x720.webp" alt=""></p><p><img src="${upload}-300x200.webp" alt="Small"></p>`,
    )
    expect(html).toMatch(
      /<img class="soft" src="https:\/\/bytewise\.example\/covers\/two-960\.jpg" alt="Two &quot;lamps&quot;" width="518" style="[^"]*max-width:518px;height:auto/,
    )
    expect(html).toContain(`src="https://bytewise.example${upload}-960x480.jpg" alt="" width="518"`)
    expect(html).toContain(`src="https://bytewise.example${upload}-300x200.jpg" alt="Small" width="300"`)
    expect(text).toBe('[Picture: Two "lamps"]\n\n[Picture: Small]')
  })

  test('loads nothing from other sites: pictures and videos there are links', () => {
    const { html, text } = write(
      '<p><img src="https://evil.test/pixel.gif" alt="A chart"></p><iframe class="ql-video" src="https://www.youtube.com/embed/abc-1?start=4"></iframe><iframe class="ql-video" src="https://player.vimeo.com/video/42"></iframe>',
    )
    expect(html).not.toMatch(/evil\.test|<img|<iframe/)
    expect(html).toMatch(/Picture: A chart &middot; <a [^>]*href="https:\/\/bytewise\.example\/article\/one"/)
    expect(html).toMatch(/href="https:\/\/www\.youtube\.com\/watch\?v=abc-1"[^>]*>[^<]*Watch the video on YouTube/)
    expect(html).toContain('href="https://vimeo.com/42"')
    expect(text).toContain('Watch the video:\nhttps://www.youtube.com/watch?v=abc-1')
  })

  test('has tables that fill the column, and scroll where they don’t fit', () => {
    const row = (cell: string, count: number) => `<tr>${`<${cell}>x</${cell}>`.repeat(count)}</tr>`
    const table = write(`<table><thead>${row('th', 3)}</thead><tbody>${row('td', 3)}</tbody></table>`)
    expect(table.html).toMatch(/<div style="[^"]*overflow-x:auto;"><table [^>]*style="width:100%;border-collapse/)
    expect(table.html).toMatch(/<th class="line tint"[^>]*>x<\/th>/)
    expect(table.text).toBe('x | x | x\nx | x | x')
  })

  test('keeps the boxes of a list, sizes and directions, and drops colours, which may not suit the dark', () => {
    const { html, text } = write(
      '<ul><li data-list="checked">done</li><li data-list="unchecked">open</li></ul><p class="ql-direction-rtl ql-align-right"><span class="ql-size-large" style="color:#ffffff">مرحبا</span></p>',
    )
    expect(html).toMatch(/list-style:none;">☑ done/)
    expect(html).toMatch(/<p dir="rtl" style="[^"]*text-align:right;"><span style="font-size:22px;">مرحبا/)
    expect(html).not.toMatch(/ffffff/i)
    expect(text).toBe('☑ done\n☐ open\n\nمرحبا')
  })

  test('has no script, style, form, frame, class or handler of the writer, and is valid', () => {
    const hostile = [
      '<script>alert(1)</script><style>p{}</style><form action="/x"><input><button>x</button></form>',
      '<p onclick="x()" style="position:fixed" class="button evil" id="a">x</p>',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; "quoted" \'single\'</p>',
      '<table><tr><td colspan="1" rowspan="1" background="https://evil.test/x">x</td></tr></table>',
      '</div></td></table><p>out</p>',
      '<p>'.repeat(3_000),
      '<ul><li>'.repeat(30),
      `${'<blockquote>'.repeat(60)}x`,
      `<p>${'&amp;'.repeat(15_000)}</p>`,
    ].map((given) => write(given).html)
    for (const html of hostile) {
      expect(html).not.toMatch(
        /<(?:script|style|form|input|button|iframe|svg|object)|\son\w+=|position:|evil|background=|\sid=/,
      )
    }
    const page = (body: string) =>
      `<!doctype html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`
    expect(
      htmlErrors(hostile.slice(0, 5).map((html, index) => ({ name: `${index}`, html: page(html) }))) ?? [],
    ).toEqual([])
  })

  test('of HTML beyond the bounds is empty', () => {
    expect(writeStoryForMail('<b>'.repeat(100_000), { ...place, bytesMost: 90_000 }).text).toBe('')
  })
})

describe('a text that is longer than an email shows', () => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, index) => `<p>Paragraph ${index}. ${'The lamp turns. '.repeat(30)}</p>`).join('')
  const size = ({ html }: WrittenStory) => Buffer.byteLength(html)

  test('ends with a whole paragraph, and its plain text does not end', () => {
    const written = write(paragraphs(600))
    expect(written.isCut).toBe(true)
    expect(size(written)).toBeLessThanOrEqual(90_000)
    expect(size(written)).toBeGreaterThan(88_000)
    expect(written.html).toMatch(/The lamp turns\. <\/p><\/div>$/)
    expect(written.text).toContain('Paragraph 599.')
  })

  test('does not end with a heading', () => {
    const written = write(`<p>${'word '.repeat(300)}</p><h2>Next</h2><p>${'word '.repeat(600)}</p>`, 2_500)
    expect(written.isCut).toBe(true)
    expect(written.html).not.toContain('Next')
  })

  test.each([
    ['one paragraph', `<p>${'ünïcode &amp; words '.repeat(8_000)}</p>`],
    ['one list', `<ul>${'<li>A line of a list that goes on</li>'.repeat(2_000)}</ul>`],
    ['one table', `<table><tbody>${'<tr><td>a cell</td><td>another</td></tr>'.repeat(1_500)}</tbody></table>`],
    ['one quote', `<blockquote>${'<p>A line of the quote</p>'.repeat(4_000)}</blockquote>`],
    ['one block of code', `<pre>${'const lamp = true\n'.repeat(9_000)}</pre>`],
  ])('is cut within a single block: %s', (_, story) => {
    const written = write(story)
    expect(written.isCut).toBe(true)
    expect(size(written)).toBeLessThanOrEqual(90_000)
    expect(size(written)).toBeGreaterThan(60_000)
    expect(written.html.endsWith('</div>')).toBe(true)
    const opened = written.html.match(/<(?!br|img|hr)[a-z]/g)?.length
    expect(written.html.match(/<\//g)).toHaveLength(opened ?? 0)
  })

  test.each([
    ['many paragraphs', (part: number) => paragraphs(1_600 * part)],
    ['one line in many quotes', (part: number) => `${'<blockquote>'.repeat(60)}${'x '.repeat(400_000 * part)}`],
  ])('does not take much more work than the same length in eight texts, each cut too: %s', (_, story) => {
    const whole = () => void write(story(1))
    const parts = () => {
      for (let part = 0; part < 8; part++) write(story(1 / 8))
    }
    // If its time grew with the square of the length, it would take eight times as long.
    expect(leastOfThree(whole)).toBeLessThan(2 * leastOfThree(parts))
  })
})

/** In microseconds of processor time, which knows nothing of what else runs; the least, because pauses only add to it. */
function leastOfThree(act: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}
