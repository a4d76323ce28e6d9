import { stat } from 'node:fs/promises'
import { parseFeed } from '@rowanmanning/feed-parser'
import type { ListedStory } from '#contract/stories.ts'
import { feedItem } from './feed-item.ts'
import { type FeedDocument, writeFeed } from './write-feed.ts'

const site = 'http://localhost:3000'
const cover = '/covers/a-notebook-nobody-was-meant-to-read.webp'
const content = 'http://purl.org/rss/1.0/modules/content/'
const media = 'http://search.yahoo.com/mrss/'

// Titles that break string concatenation; reading them back must give the same text.
const titles = [
  'Plain',
  'Fish & chips < "bread" > \'butter\'',
  ']]> </title><script>alert(1)</script>',
  'Already &amp; escaped &lt;b&gt; &#38;',
  '<!-- comment --> <![CDATA[ section',
  '<?xml version="1.0"?>',
  '😀 Привет 世界 مرحبا',
  '%20 {{x}} \\u0041',
]

const body = [
  '<h2>Head</h2><p style="color: red" class="ql-align-center">Text &amp; <a href="/article/other">link</a></p>',
  '<p><img src="/covers/x.webp" alt="A &quot;cover&quot;"><a href="https://elsewhere.example/a?b=1&amp;c=2">far</a></p>',
  '<iframe class="ql-video" src="https://www.youtube.com/embed/abc"></iframe>',
  '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>One</li></ol>]]>',
].join('')

function aStory(given: Partial<ListedStory>, number = 1): ListedStory {
  return {
    _id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    slug: `story-${number}`,
    title: 'A story',
    sub_title: 'Under & over',
    category: 'book_summary',
    author: '',
    author_name: 'Ann <b>O’Neill</b> & Co',
    author_uuid: '01890000-0000-7000-8000-00000000aaaa',
    story_image: null,
    excerpt: '',
    content: body,
    published_at: '2026-03-04T05:06:07.000Z',
    updated_at: '2026-03-05T05:06:07.000Z',
    ...given,
  } as ListedStory
}

let feed: FeedDocument
beforeAll(async () => {
  const stories = [
    ...titles.map((title, index) => aStory({ title }, index + 1)),
    aStory({ title: 'One\u0000\u0008\ud800 line\n  alone\uffff', sub_title: '\u0007', story_image: cover }, 20),
    aStory({ story_image: 'https://pictures.example/a b.jpg' }, 21),
    aStory({ story_image: 'https://pictures.example/a.jpg?x=1&y=2' }, 22),
    aStory({ story_image: 'javascript:alert(1)', published_at: 'never', updated_at: null }, 23),
    aStory({ sub_title: '<img src=x onerror=alert(1)> &lt;b&gt; AT&T; A & B < C', story_image: null }, 25),
    aStory({ title: ' ', author_name: '', author_uuid: 'javascript:alert(1)', _id: 'x y' }, 24),
  ]
  feed = {
    title: 'Bytewise: <Books> & more',
    description: 'Words & pictures',
    url: `${site}/books`,
    self: `${site}/books/feed.xml`,
    icon: `${site}/icon.svg`,
    language: 'en',
    publisher: 'Bytewise',
    updated: new Date('2026-03-05T05:06:07.000Z'),
    items: await Promise.all(stories.map(feedItem)),
  }
})

/** Read by a parser that takes well-formed XML only. */
function read(format: 'rss' | 'atom'): Document {
  const document = new DOMParser().parseFromString(writeFeed[format](feed), 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

const childrenNamed = (parent: Element | null | undefined, name: string) =>
  [...(parent?.children ?? [])].filter((child) => child.nodeName === name)
function textOf(parent: Element | null | undefined, name: string): string {
  const found = childrenNamed(parent, name)
  expect({ name, times: found.length }).toEqual({ name, times: 1 })
  return found[0]?.textContent ?? ''
}

/** The validator’s rules for HTML inside a feed: absolute addresses, no scripts, and nothing that needs our pages. */
function expectPortable(html: string): void {
  const inner = new DOMParser().parseFromString(html, 'text/html').body
  for (const element of inner.querySelectorAll('*')) {
    expect(element.nodeName).not.toMatch(/^(?:SCRIPT|STYLE|IFRAME|OBJECT|EMBED|FORM|META)$/)
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(/^(?:href|src|alt|width|height|colspan|rowspan)$/)
      if (name === 'href' || name === 'src') expect(value).toMatch(/^(?:https?:\/\/|mailto:)/)
    }
  }
}

/** The text as shown by a feed reader that takes it for HTML. */
function shownAsHtml(text: string): string {
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  expect(body.children).toHaveLength(0)
  return body.textContent
}

const plainTitles = [...titles, 'One line alone', 'A story', 'A story', 'A story', 'A story', 'Untitled']

describe('the RSS of a list', () => {
  const rfc822 =
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
  const known = ['title', 'link', 'guid', 'pubDate', 'dc:creator', 'category', 'description', 'content:encoded']

  test('has a channel that says what, where, in which language and when', () => {
    const channel = read('rss').querySelector('rss[version="2.0"] > channel')
    expect(shownAsHtml(textOf(channel, 'title'))).toBe(feed.title)
    expect(textOf(channel, 'link')).toBe(feed.url)
    expect(shownAsHtml(textOf(channel, 'description'))).toBe(feed.description)
    expect(textOf(channel, 'language')).toBe('en')
    expect(textOf(channel, 'lastBuildDate')).toMatch(rfc822)
    const [self, ...more] = childrenNamed(channel, 'atom:link')
    expect(more).toEqual([])
    expect(self?.namespaceURI).toBe('http://www.w3.org/2005/Atom')
    expect(self?.getAttribute('rel')).toBe('self')
    expect(self?.getAttribute('type')).toBe('application/rss+xml')
    expect(self?.getAttribute('href')).toBe(feed.self)
  })

  test('has items with a guid of their own, a date and a creator by name, not by email address', () => {
    const items = [...read('rss').querySelectorAll('item')]
    expect(items.map((item) => shownAsHtml(textOf(item, 'title')))).toEqual(plainTitles)
    const guids = items.map((item) => textOf(item, 'guid'))
    expect(new Set(guids).size).toBe(items.length)
    for (const item of items) {
      const guid = childrenNamed(item, 'guid')[0]
      expect(guid?.getAttribute('isPermaLink')).toBe(
        String(guid?.textContent === textOf(item, 'link').replace('?from=feed', '')),
      )
      expect(textOf(item, 'link')).toMatch(/^http:\/\/localhost:3000\/article\/story-\d+\?from=feed$/)
      for (const date of childrenNamed(item, 'pubDate')) expect(date.textContent).toMatch(rfc822)
      for (const text of childrenNamed(item, 'description')) expect(text.textContent).not.toBe('')
      expect(childrenNamed(item, 'dc:creator')[0]?.namespaceURI).toBe('http://purl.org/dc/elements/1.1/')
      expect(textOf(item, 'dc:creator')).not.toBe('')
      expect(textOf(item, 'category')).toBe('Book summaries')
      expect(childrenNamed(item, 'content:encoded')[0]?.namespaceURI).toBe(content)
      expectPortable(textOf(item, 'content:encoded'))
      const names = [...item.children].map(({ nodeName }) => nodeName)
      expect(names.filter((name) => ![...known, 'enclosure', 'media:content'].includes(name))).toEqual([])
    }
  })

  test('has words that stay words for programs that read them as HTML, and for those that do not', () => {
    const descriptions = [...read('rss').querySelectorAll('item > description')].map(({ textContent }) => textContent)
    expect(descriptions.map(shownAsHtml)).toContain('<img src=x onerror=alert(1)> &lt;b&gt; AT&T; A & B < C')
    expect(descriptions).toContain('Under & over')
  })

  test('encloses a cover of our own with its true size and type, and names any other picture beside', async () => {
    const document = read('rss')
    const enclosures = [...document.querySelectorAll('enclosure')].map((element) => [
      element.getAttribute('url'),
      element.getAttribute('length'),
      element.getAttribute('type'),
    ])
    expect(enclosures).toEqual([[site + cover, String((await stat(`public${cover}`)).size), 'image/webp']])
    const others = [...document.getElementsByTagNameNS(media, 'content')].map((element) => element.getAttribute('url'))
    expect(others).toEqual(['https://pictures.example/a.jpg?x=1&y=2'])
  })
})

describe('the Atom of a list', () => {
  const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

  test('has a feed with an id, a title, a date, an author and its own address', () => {
    const root = read('atom').documentElement
    expect(root.namespaceURI).toBe('http://www.w3.org/2005/Atom')
    expect(textOf(root, 'id')).toBe(feed.url)
    expect(textOf(root, 'title')).toBe(feed.title)
    expect(textOf(root, 'updated')).toMatch(rfc3339)
    expect(textOf(childrenNamed(root, 'author')[0], 'name')).toBe('Bytewise')
    const links = childrenNamed(root, 'link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')])
    expect(links).toEqual([
      ['self', feed.self],
      ['alternate', feed.url],
    ])
  })

  test('has entries with an id of their own, a date, a named author and a category with its term', () => {
    const entries = [...read('atom').querySelectorAll('entry')]
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(plainTitles)
    const ids = entries.map((entry) => textOf(entry, 'id'))
    expect(new Set(ids).size).toBe(entries.length)
    for (const entry of entries) {
      expect(textOf(entry, 'id')).toMatch(/^(?:urn:uuid:[\da-f-]{36}|http:\/\/localhost:3000\/article\/story-24)$/)
      expect(textOf(entry, 'updated')).toMatch(rfc3339)
      for (const date of childrenNamed(entry, 'published')) expect(date.textContent).toMatch(rfc3339)
      const author = childrenNamed(entry, 'author')[0]
      expect(textOf(author, 'name')).not.toBe('')
      for (const uri of childrenNamed(author, 'uri'))
        expect(uri.textContent).toMatch(/^http:\/\/localhost:3000\/profile\//)
      const category = childrenNamed(entry, 'category')[0]
      expect(category?.getAttribute('term')).toBe('book_summary')
      expect(category?.getAttribute('label')).toBe('Book summaries')
      expect(childrenNamed(entry, 'content')[0]?.getAttribute('type')).toBe('html')
      expectPortable(textOf(entry, 'content'))
      const alternates = childrenNamed(entry, 'link').filter((link) => link.getAttribute('rel') === 'alternate')
      expect(alternates.map((link) => link.getAttribute('type'))).toEqual(['text/html'])
      for (const link of childrenNamed(entry, 'link').filter((one) => one.getAttribute('rel') === 'enclosure')) {
        expect(Number(link.getAttribute('length'))).toBeGreaterThan(0)
        expect(link.getAttribute('type')).toBe('image/webp')
      }
    }
  })
})

test.each(['rss', 'atom'] as const)('another program reads the same from the %s', (format) => {
  const seen = parseFeed(writeFeed[format](feed))
  expect(seen.title).toBe(feed.title)
  expect(seen.self).toBe(feed.self)
  // It takes a plain title for HTML, as many readers do: in Atom, which says that it is none, anything like an entity is read as one.
  const asHtml = plainTitles.map((title) => (title.startsWith('Already') ? 'Already & escaped <b> &' : title))
  expect(seen.items.map(({ title }) => title)).toEqual(format === 'rss' ? plainTitles : asHtml)
  expect(seen.items[0]?.authors[0]?.name).toBe('Ann <b>O’Neill</b> & Co')
  expect(seen.items[0]?.content).toContain(`<a href="${site}/article/other">link</a>`)
  expect(seen.items[0]?.content).toContain('<a href="https://www.youtube.com/embed/abc">')
  expect(seen.items[0]?.published?.toISOString()).toBe('2026-03-04T05:06:07.000Z')
})

test('the JSON Feed is of version 1.1, with whole addresses and dates', () => {
  const seen = JSON.parse(writeFeed.json(feed)) as Record<string, unknown> & { items: Record<string, unknown>[] }
  expect(seen).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: feed.self,
    language: 'en',
    authors: [{ name: 'Bytewise' }],
  })
  expect(seen.items.map(({ title }) => title)).toEqual(plainTitles)
  expect(new Set(seen.items.map(({ id }) => id)).size).toBe(plainTitles.length)
  for (const item of seen.items) {
    expect(item).not.toHaveProperty('author')
    expect(item).toMatchObject({ url: expect.stringMatching(/^http/), authors: [{ name: expect.stringMatching(/./) }] })
    expectPortable(item.content_html as string)
    for (const date of [item.date_published, item.date_modified]) {
      if (date !== undefined) expect(new Date(date as string).toISOString()).toBe(date)
    }
  }
  const images = seen.items.map(({ image }) => image).filter(Boolean)
  expect(images).toEqual([site + cover, 'https://pictures.example/a.jpg?x=1&y=2'])
})

test('a story without an address is none that a feed can tell of', async () => {
  await expect(feedItem(aStory({ slug: '\ud800' }))).rejects.toThrow()
})

test('the summary of a story begins with its kicker', async () => {
  expect((await feedItem(aStory({ kicker: 'From the lobby', sub_title: 'Under' }))).summary).toBe(
    'From the lobby · Under',
  )
  expect((await feedItem(aStory({ kicker: null, sub_title: '', excerpt: 'It rained.' }))).summary).toBe('It rained.')
})
