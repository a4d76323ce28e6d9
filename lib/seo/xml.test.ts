import { escapeXml } from './xml.ts'

test.each([
  ['https://stories.example/article/caf%C3%A9-au-lait', 'https://stories.example/article/caf%C3%A9-au-lait'],
  ['Fish & chips', 'Fish &amp; chips'],
  [`<a href="x" title='y'>`, '&lt;a href=&quot;x&quot; title=&apos;y&apos;&gt;'],
  ['a bell\u0007 and half a pair \ud83d', 'a bell and half a pair '],
  ['naïve 𝒙 日本語', 'naïve 𝒙 日本語'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['', ''],
])('%j is %j in XML', (text, xml) => {
  expect(escapeXml(text)).toBe(xml)
})
