import { pageScript } from './page-script.ts'

test('the script of every page is small, and brings no comment', () => {
  const source = pageScript.body.toString()
  expect(source).not.toMatch(/\/\*\*|^\s*\/\/ /m)
  expect(source).not.toMatch(/^\s/m)
  expect(pageScript.body.length).toBeLessThan(14_000)
})
