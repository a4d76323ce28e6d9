import fc from 'fast-check'

const opened = ['p', 'ol', 'ul', 'li', 'blockquote', 'pre', 'b', 'code', 'div', 'h1', 'table', 'td', 'span']
const pieces = [...opened.flatMap((name) => [`<${name}>`, `</${name}>`]), '<br>', 'a', ' ', '&lt;']

/** HTML of a story's tags in any order, whether they belong together or not, and of what else is given. */
export function randomTags(others: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 30 }).map((chosen) => chosen.join(''))
}
