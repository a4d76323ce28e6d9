import PostalMime from 'postal-mime'
import { siteCategories } from '#contract/categories.ts'
import { usualSettings } from '#contract/site.ts'
import { htmlErrors } from '#e2e/support/html-checker.ts'
import { precompose } from '#platform/mail/bulk/write-mime.ts'
import { composeMail } from '#platform/mail/compose.ts'
import { digestMail, type MailStory, storyMail } from './newsletter-mail.ts'

const site = {
  productName: 'Bytewise',
  publicUrl: 'https://bytewise.example',
  contactEmail: 'hello@bytewise.example',
  site: { now: usualSettings },
  categories: siteCategories('bytewise'),
}
const links = {
  unsubscribe: 'https://mark-unsubscribe.invalid/',
  preferences: 'https://mark-preferences.invalid/',
  archive: 'https://mark-archive.invalid/',
  sudoku: 'https://bytewise.example/sudoku',
}
const reason = 'mark-reason'
const date = new Date('2026-11-23T08:00:00Z')

const aStory = (given: Partial<MailStory> = {}): MailStory => ({
  id: '1',
  url: 'https://bytewise.example/article/the-lamp',
  title: 'The lamp above the door',
  subTitle: 'Nobody could say who had the ladder',
  excerpt: 'It had been broken since the summer. Then the letter came.',
  categoryName: 'Fiction',
  authorName: 'Ines Moreau',
  authorUrl: 'https://bytewise.example/profile/ines',
  readingMinutes: 4,
  picture: { url: '/covers/the-lamp.webp', alt: 'Two discs' },
  ...given,
})
const stories = (count: number, given: Partial<MailStory> = {}) =>
  Array.from({ length: count }, (_, index) =>
    aStory({
      id: String(index),
      url: `https://bytewise.example/article/story-${index}`,
      title: `Story ${index}`,
      ...given,
    }),
  )
const digest = (list: MailStory[]) =>
  composeMail(site, digestMail(site, { title: 'Fiction, this week', stories: list, links, reason, date }))
const whole = { html: '<p>It had been broken.</p>', text: 'It had been broken.', isCut: false }
const single = (
  given: Partial<MailStory> = {},
  edition: { text?: typeof whole; subject?: string; preview?: string } = {},
) => composeMail(site, storyMail(site, aStory(given), { text: whole, links, reason, ...edition }))

describe('a digest', () => {
  test('names the list and the first story, and its preview the others', () => {
    const mail = digestMail(site, { title: 'Fiction, this week', stories: stories(3), links, reason, date })
    expect(mail.subject).toBe('Fiction, this week: Story 0')
    expect(mail.preview).toBe('Also: Story 1 · Story 2')
    expect(digest(stories(3)).html).toContain('23 November 2026 · 3 stories · 12 min read')
  })

  test('shows the first story large, twelve with their excerpts, and links every one', () => {
    const { html, text } = digest(stories(15))
    for (let index = 0; index < 15; index++) {
      expect(html).toContain(`href="https://bytewise.example/article/story-${index}"`)
      expect(text.split('\n')).toContain(`https://bytewise.example/article/story-${index}`)
    }
    expect(html.match(/It had been broken/g)).toHaveLength(12)
    expect(html.match(/the-lamp-960\.jpg/g)).toHaveLength(1)
    expect(html.match(/the-lamp-480\.jpg/g)).toHaveLength(11)
    expect(html).toContain('More stories')
  })

  test('leads to each author in both parts', () => {
    const { html, text } = digest(stories(2))
    expect(html.match(/href="https:\/\/bytewise\.example\/profile\/ines"/g)).toHaveLength(2)
    expect(text.match(/Ines Moreau\s\(https:\/\/bytewise\.example\/profile\/ines\)/g)).toHaveLength(2)
  })

  test('is complete for one story, and for a story with only a title', () => {
    const bare = aStory({ subTitle: '', excerpt: '' })
    delete bare.picture
    delete bare.authorUrl
    const { html, text } = digest([bare])
    expect(html).toContain('1 story · 4 min read')
    expect(text).toContain(
      'The lamp above the door\n-----------------------\nFiction · Ines Moreau · 4 min read\n\nhttps',
    )
    expect(html).not.toContain('<img')
  })

  test('of twelve long stories is below 60 KB, at which nothing is cut off', () => {
    const long = { title: 'Title & '.repeat(1_000), subTitle: '<i> '.repeat(2_000), excerpt: '"Quote" '.repeat(1_000) }
    const { html } = digest(stories(12, long))
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })
})

describe('a story that has just been published', () => {
  test('has its title, its cover and its text, and nothing to click for the rest', () => {
    const { subject, html, text } = single()
    expect(subject).toBe('The lamp above the door')
    expect(html).toMatch(/<h1 [^>]*><a [^>]*href="https:\/\/bytewise\.example\/article\/the-lamp"/)
    expect(html).toContain('the-lamp-960.jpg')
    for (const part of [html, text]) {
      expect(part).toContain('It had been broken.')
      expect(part).not.toContain('Continue reading')
    }
  })

  test('says who wrote it, when, how long it is and where, and can be opened in a browser', () => {
    const { html, text } = single({
      publishedAt: new Date('2026-11-20T08:00:00Z'),
      publicationName: 'The Island',
      publicationUrl: 'https://bytewise.example/publication/the-island',
      kicker: 'Letters from the coast',
      authorPicture: '/covers/author-ines.webp',
    })
    expect(html).toContain('>The Island</a> · Letters from the coast</p>')
    expect(html).toContain('>Ines Moreau</a> · 20 November 2026 · 4 min read</td>')
    expect(html).toMatch(/<img src="https:\/\/bytewise\.example\/covers\/author-ines\.jpg" alt="" width="40"/)
    expect(html.indexOf('View in browser')).toBeLessThan(html.indexOf('The lamp above the door</a>'))
    expect(text).toMatch(
      /^View in browser:\nhttps:\/\/mark-archive\.invalid\/\n\nThe Island · Letters from the coast\n/,
    )
  })

  test('has the subject and the preview line that its writer chose', () => {
    const { subject, html } = single({}, { subject: 'Who had the ladder?', preview: 'A letter, and a lamp' })
    expect(subject).toBe('Who had the ladder?')
    expect(html).toContain('overflow:hidden;">A letter, and a lamp')
    expect(html).toContain('The lamp above the door</a></h1>')
    expect(single().html).toContain('overflow:hidden;">Nobody could say who had the ladder')
    expect(single({ subTitle: '' }).html).toContain('overflow:hidden;">It had been broken since the summer.')
  })

  test('that is cut leads to the rest', () => {
    const { html, text } = single({}, { text: { ...whole, isCut: true } })
    expect(html).toMatch(/href="https:\/\/bytewise\.example\/article\/the-lamp"[^>]*>Continue reading</)
    expect(text).toContain('Continue reading:\nhttps://bytewise.example/article/the-lamp')
  })
})

describe.each([
  ['a digest', () => digest(stories(14))],
  ['a story', () => single()],
])('what a recipient gets: %s', (_, compose) => {
  const { html, text, subject } = compose()

  test('says why it came and how to end it, at the end of both parts', () => {
    for (const link of Object.values(links)) {
      expect(html).toContain(`href="${link}"`)
      expect(text.split('\n')).toContain(link)
    }
    for (const label of ['Change what you get', 'Unsubscribe', 'View in browser', 'Today’s Sudoku']) {
      expect(html).toContain(`>${label}</a>`)
      expect(text).toContain(`${label}:\n`)
    }
    expect(html).toContain(`>${reason}</p>`)
    expect(text.split('\n')).toContain(reason)
  })

  test('merges a recipient’s own values, and parses back the same', async () => {
    const marks = { reason, unsubscribe: links.unsubscribe, preferences: links.preferences, archive: links.archive }
    const values = {
      reason: 'You subscribed to <Fiction> & “more”, weekly.',
      unsubscribe: 'https://bytewise.example/subscription/unsubscribe/1?a=1&b=2',
      preferences: 'https://bytewise.example/p',
      archive: 'https://bytewise.example/newsletters/1',
    }
    const ready = precompose({ html, text }, marks)
    const head = `Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: ${ready.contentType}\r\n\r\n`
    const read = await PostalMime.parse(Buffer.concat([Buffer.from(head), ...ready.merge(values).body]))
    expect(read.html).toContain('You subscribed to &lt;Fiction&gt; &amp; “more”, weekly.</p>')
    expect(read.html).toContain('href="https://bytewise.example/subscription/unsubscribe/1?a=1&amp;b=2"')
    expect(read.text).toContain(`${values.reason}\nChange what you get:\n${values.preferences}\n`)
    expect(`${read.html}${read.text}`).not.toMatch(/mark-|\.invalid/)
  })

  test('loads nothing but covers of this site, runs nothing and has no tracking pixel', () => {
    for (const [, source] of html.matchAll(/<img [^>]*src="([^"]*)"/g)) {
      expect(source).toMatch(/^https:\/\/bytewise\.example\/covers\//)
    }
    expect(html).not.toMatch(/<script|<link|url\(|<iframe|<video|background=|width="1"/)
  })

  test('is valid HTML', () => {
    expect(htmlErrors([{ name: subject, html }]) ?? []).toEqual([])
  })

  test('has text in lines of at most 78 characters, but for addresses', () => {
    const long = text.split('\n').filter((line) => line.length > 78 && !/https?:/.test(line))
    expect(long).toEqual([])
  })
})

const hostile = [
  'x'.repeat(8_192),
  'word '.repeat(1_600),
  '</h2></td><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '\u202eevil\u2066 \u0000\u001b[31m',
  'مرحبا بالعالم',
  '👩‍👩‍👧‍👦'.repeat(200),
  'a\r\nBcc: evil@example.com\r\n\r\nx',
  '\ud800 half',
  '',
]
test.each(hostile)('%# escapes hostile text in emails', (words) => {
  const given = { title: words, subTitle: words, excerpt: words, authorName: words, categoryName: words }
  const story = { ...given, publicationName: words, picture: { url: '/covers/one.webp', alt: words } }
  for (const { subject, html, text } of [digest(stories(2, story)), single(story)]) {
    expect(html).not.toMatch(/<script|<img src=x|\u202e|\u2066/)
    expect(`${subject}${html}`.isWellFormed()).toBe(true)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(subject.length).toBeLessThan(700)
    expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
    expect(html).toContain('mark-reason</p>')
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  }
})

test.each(['https://evil.test/pixel.gif', 'javascript:alert(1)', '//evil.test/x.webp', '/covers/../api/x.webp', ''])(
  'a picture at %j is left out',
  (url) => {
    const { html } = digest([aStory({ picture: { url, alt: 'x' } })])
    expect(html).not.toContain('<img')
  },
)

test('an uploaded picture comes in a width that suits its place', () => {
  const url = `/uploads/${'a'.repeat(32)}-1440x720.webp`
  const { html } = digest(stories(2, { picture: { url, alt: '' } }))
  expect(html).toContain(`src="https://bytewise.example/uploads/${'a'.repeat(32)}-960x480.jpg"`)
  expect(html).toMatch(/src="[^"]*-480x240\.jpg" alt="" width="136" height="68"/)
})
