import { parseDocument } from 'htmlparser2'
import { escapeHtml } from './escape-html.ts'

test.each([
  `<script>alert("1")</script>`,
  `" onmouseover='alert(1)' x="`,
  '&amp; stays &lt;what&gt; it &#39;says&#39;',
  'plain words',
])('%j is the same text again for a reader of the HTML', (text) => {
  const [element] = parseDocument(`<p title="${escapeHtml(text)}" lang='${escapeHtml(text)}'>${escapeHtml(text)}</p>`)
    .children as unknown as { attribs: Record<string, string>; children: { data: string }[] }[]
  expect(element?.attribs).toEqual({ title: text, lang: text })
  expect(element?.children.map(({ data }) => data)).toEqual([text])
})
