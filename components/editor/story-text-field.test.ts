import { htmlOfPlainText } from './story-text-field.tsx'

describe('a text that was typed before its editor was there', () => {
  test('is a paragraph for every line', () => {
    expect(htmlOfPlainText('One.\n\nTwo.')).toBe('<p>One.</p><p><br /></p><p>Two.</p>')
  })

  test('is nothing where only lines were broken', () => {
    expect(htmlOfPlainText('')).toBe('')
    expect(htmlOfPlainText('\n\n')).toBe('')
  })

  test('has no markup of its own', () => {
    expect(htmlOfPlainText('1 < 2 && <b>bold</b>')).toBe('<p>1 &lt; 2 &amp;&amp; &lt;b&gt;bold&lt;/b&gt;</p>')
  })
})
