import { plainLine, plainText } from './plain-text.ts'

describe('plainText', () => {
  test('is a line a block, with the entities decoded', () => {
    expect(plainText('<h2>One &amp; two</h2><p>a &lt; b<br>c</p><ul><li>d</li><li>e</li></ul>')).toBe(
      'One & two\na < b\nc\nd\ne',
    )
  })

  test('keeps inline words together and table cells apart', () => {
    expect(plainText('<p>in<b>si</b>de</p><table><tr><td>a</td><td>b</td></tr></table>')).toBe('inside\na b')
  })

  test('takes no words from scripts, pictures and comments', () => {
    expect(plainText('<p>a</p><script>b</script><img src="x" alt="c"><!-- d -->')).toBe('a')
  })

  test('does not decode twice', () => {
    expect(plainText('<p>&amp;lt;b&amp;gt;</p>')).toBe('&lt;b&gt;')
  })

  test('has no control characters and is composed', () => {
    expect(plainText('<p>cafe\u0301\u0001\u0000 x</p>')).toBe('café x')
  })
})

test('plainLine is one line', () => {
  expect(plainLine('  A\ttitle\nin \u0002two  lines ')).toBe('A title in two lines')
})
