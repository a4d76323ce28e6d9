import { spokenBlocks } from './spoken-blocks.ts'

test('gives the text to read aloud, one item for each block', () => {
  const html =
    '<h2>At <em>sea</em></h2><p>One &amp; <strong>two</strong><br>three.</p><blockquote><p>Said.</p></blockquote>' +
    '<ul><li>first<ul><li>inner</li></ul></li></ul><pre>let a = 1</pre><p><img src="/a.webp" alt="no"></p>' +
    '<figure><img src="/b.webp"><figcaption>below</figcaption></figure><table><tr><td>a</td><td>b</td></tr></table>loose'
  expect(spokenBlocks(html)).toEqual([
    { kind: 'heading', text: 'At sea' },
    { kind: 'text', text: 'One & two three.' },
    { kind: 'text', text: 'Said.' },
    { kind: 'text', text: 'first' },
    { kind: 'text', text: 'inner' },
    { kind: 'text', text: 'a' },
    { kind: 'text', text: 'b' },
    { kind: 'text', text: 'loose' },
  ])
})

test('nothing of HTML beyond the bounds', () => {
  expect(spokenBlocks('<b>'.repeat(5_000))).toEqual([])
})
