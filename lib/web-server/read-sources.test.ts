import { ReadSources } from './read-sources.ts'

const sources = new ReadSources('https://bytewise.example/')
const long = 'a'.repeat(63)

test.each<[string | undefined, string, string]>([
  [undefined, '', 'direct'],
  ['', '', 'direct'],
  ['https://bytewise.example/', '', 'front_page'],
  ['https://bytewise.example/?cursor=x', '', 'front_page'],
  ['https://bytewise.example/search?q=lamps', '', 'search'],
  ['https://bytewise.example/search', '', 'search'],
  ['https://bytewise.example/searching', '', 'site'],
  ['https://bytewise.example/articles/fiction', '', 'site'],
  ['https://bytewise.example.evil.example/', '', 'bytewise.example.evil.example'],
  ['https://www.News.Example/path', '', 'news.example'],
  ['http://news.example', '', 'news.example'],
  ['https://xn--bcher-kva.example/', '', 'xn--bcher-kva.example'],
  ['https://news.example:8443/', '', 'others'],
  ['https://user:secret@news.example/', '', 'others'],
  ['https://192.0.2.7/', '', 'others'],
  ['https://[2001:db8::1]/', '', 'others'],
  ['https://localhost/', '', 'others'],
  ['https://printer.local/', '', 'others'],
  ['https://wiki.internal/', '', 'others'],
  ['https://-news.example/', '', 'others'],
  ['https://news..example/', '', 'others'],
  ['https://=cmd|.example/', '', 'others'],
  ["https://news.example'--/", '', 'others'],
  ['https://bücher.example/', '', 'others'],
  ['https://', '', 'others'],
  ['android-app://com.mail/', '', 'others'],
  ['news.example', '', 'others'],
  [`https://${long}.${long}.example/`, '', 'others'],
  [`https://${long}.example/${'x'.repeat(8_000)}`, '', 'others'],
  ['https://mail.example/', '/article/a?from=newsletter', 'newsletter'],
  [undefined, '/article/a?x=1&from=feed&y', 'feed'],
  [undefined, '/article/a?from=elsewhere', 'direct'],
  [undefined, '/article/a?from=newsletters', 'direct'],
  ['https://news.example/', '/article/a?not_from=feed', 'news.example'],
])('a reader from %s at %s is from %s', (referrer, url, source) => {
  expect(sources.find(referrer, url)).toBe(source)
  // Also when the host is known by now.
  expect(sources.find(referrer, url)).toBe(source)
})
