import { cleanBeginning, cleanSummary } from './clean-summary.ts'

describe('the HTML of a whole answer', () => {
  test.each([
    ['as it is', '<p>A pond.</p>', '<p>A pond.</p>'],
    ['without a fence', '```html\n<p>A pond.</p>\n```', '<p>A pond.</p>'],
    ['without a bare fence', ' ```\r\n<p>A pond.</p>\r\n``` \n', '<p>A pond.</p>'],
    ['without quotes around it', '"\n\n<p>A “pond”.</p>"\n', '<p>A “pond”.</p>'],
    ['with code that stands in it', '<p>A pond.</p><pre>```</pre>', '<p>A pond.</p><pre>```</pre>'],
    ['of Markdown', '## A pond\n\n- one\n- two', '<h2>A pond</h2><ul><li>one</li><li>two</li></ul>'],
    ['without what is not allowed', '<h1 id="x">A</h1><script>b()</script>', '<h2>A</h2>'],
  ])('%s', (_, answer, html) => {
    expect(cleanSummary(answer).replaceAll('\n', '')).toBe(html)
  })
})

describe('what has come so far', () => {
  const answer = '```html\n<h2>A pond</h2><p>Beans &amp; <em>boards</em>.</p>\n```'

  test('is whole HTML at any place, and never shows half a tag, an entity or a fence', () => {
    for (let end = 0; end <= answer.length; end++) {
      const html = cleanBeginning(answer.slice(0, end))
      expect(html).toMatch(/^(<h2>[ A-Za-z]*<\/h2>(<p>[ A-Za-z]*( ?&amp; ?(<em>[a-z]*<\/em>\.?)?)?<\/p>)?)?\n?$/)
    }
    expect(cleanBeginning(answer).trim()).toBe('<h2>A pond</h2><p>Beans &amp; <em>boards</em>.</p>')
  })
})
