import { stripAnswer } from './use-book-summary.ts'

test.each([
  ['<p>A pond.</p>', '<p>A pond.</p>'],
  ['"<p>A pond.</p>"', '<p>A pond.</p>'],
  ['\n\n<p>A pond.</p>', '<p>A pond.</p>'],
  ['\r\n\r\n<p>A pond.</p>', '<p>A pond.</p>'],
  ['"\n\n<p>A pond.</p>"', '<p>A pond.</p>'],
  ['\n\n"<p>A pond.</p>"', '<p>A pond.</p>'],
  ['"\\n\\n<p>A pond.</p>"', '<p>A pond.</p>'],
  ['"\\r\\n\\r\\n<p>A pond.</p>"', '<p>A pond.</p>'],
  ['"\n\n<p>A pon', '<p>A pon'],
  ['"<p>A pon', '<p>A pon'],
  ['\n<p>One break stays.</p>', '\n<p>One break stays.</p>'],
  ['\n\n\n<p>So does a third.</p>', '\n<p>So does a third.</p>'],
  ['"A pond", she says.', '"A pond", she says.'],
  ['<p>She says "a pond"</p>', '<p>She says "a pond"</p>'],
  ['"', '"'],
  ['""', ''],
  ['', ''],
])('%j is shown as %j', (answer, shown) => {
  expect(stripAnswer(answer)).toBe(shown)
})
