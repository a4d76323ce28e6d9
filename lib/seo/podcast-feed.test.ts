import type { Episode } from '#contract/podcasts.ts'
import { uuidOfName, writePodcastFeed } from './podcast-feed.ts'

const hostile = '<img src=x onerror=alert(1)> &lt;b&gt; Fish & chips'
const asHtmlInXml = '&amp;lt;img src=x onerror=alert(1)&gt; &amp;amp;lt;b&amp;amp;gt; Fish &amp; chips'
const sound = `/audio/${'0'.repeat(32)}`
const episode: Episode = {
  id: '01890000-0000-7000-8000-000000000001',
  ...{ title: hostile, description: hostile, author: hostile },
  ...{ url: `${sound}.mp3`, bytes: 1_000, duration_ms: 5_000, transcript: `${sound}.vtt`, chapters: null },
  published_at: '2026-03-04T05:06:07.000Z',
  story_slug: null,
}

test('words stay words in a podcast app that reads titles and descriptions as HTML', async () => {
  const channel = { title: hostile, description: hostile, self: 'http://x.test/feed.xml', link: 'http://x.test/' }
  const text = await writePodcastFeed({ ...channel, isPrivate: true, episodes: [episode] }).text()
  const texts = (name: string) => [...text.matchAll(new RegExp(`<${name}>(.*)</${name}>`, 'g'))].map(([, all]) => all)
  // The channel has a title, and so have its picture and the episode.
  expect(texts('title')).toEqual([asHtmlInXml, asHtmlInXml, asHtmlInXml])
  expect(texts('description')).toEqual([asHtmlInXml, asHtmlInXml])
})

test('is the one that the Podcasting 2.0 namespace names as its example', () => {
  const podcasts = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'
  expect(uuidOfName('mp3s.nashownotes.com/pc20rss.xml', podcasts)).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810')
})

test('is the one that RFC 9562 has as its example', () => {
  expect(uuidOfName('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
