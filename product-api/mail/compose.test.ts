import { composeMail } from './compose.ts'
import type { MailText } from './layout.ts'

const site = { productName: 'Byte & <wise>', publicUrl: 'https://example.com', contactEmail: 'hello@example.com' }
const words: MailText = {
  subject: 'A <b>subject</b>',
  preview: 'A preview',
  heading: 'A heading',
  paragraphs: ['One <script>alert(1)</script>', 'Two & "three"'],
  list: ['First', '<Second>'],
  button: { label: 'Go on', url: 'https://example.com/go?a=1&b="2"' },
  notes: ['A note'],
  reason: 'A reason.',
}

test('the HTML says everything, and every word is escaped', () => {
  const { html, subject } = composeMail(site, words)
  expect(subject).toBe(words.subject)
  expect(html).not.toMatch(/<script|<b>|<Second>|<wise>/)
  for (const text of ['A preview', 'A heading', '&lt;script&gt;', 'Two &amp; &quot;three&quot;', '&lt;Second&gt;']) {
    expect(html).toContain(text)
  }
  expect(html).toContain('href="https://example.com/go?a=1&amp;b=&quot;2&quot;"')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).not.toMatch(/<img|<link|url\(/)
})

test('the text says everything, the link on a line of its own', () => {
  const { text } = composeMail(site, words)
  const lines = text.split('\n')
  for (const line of ['A heading', ...words.paragraphs, '- First', '- <Second>', 'A note', 'A reason.']) {
    expect(lines).toContain(line)
  }
  expect(lines).toContain('https://example.com/go?a=1&b="2"')
  expect(text).toMatch(/Byte & <wise>: https:\/\/example\.com\nQuestions: hello@example\.com\n$/)
})

test('what a mail leaves out is not there', () => {
  const { html, text } = composeMail(site, { ...words, list: undefined, button: undefined, notes: undefined })
  expect(html).not.toMatch(/<ul|Or copy this address/)
  expect(text).not.toContain('\n\n\n')
})
