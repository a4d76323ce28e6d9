import { pageScript } from './page-script.ts'

test('the script of every page brings no comment and no indentation', () => {
  const source = pageScript.body.toString()
  expect(source).not.toMatch(/\/\*\*|^\s*\/\/ /m)
  expect(source).not.toMatch(/^\s/m)
})
