import type { Episode } from '#contract/podcasts.ts'
import { writePodcastFeed } from './podcast-feed.ts'

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
