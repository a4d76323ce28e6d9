import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import ts from 'typescript'
import { paths } from '#contract/paths.ts'
import { aProductApi } from '#lib/bff/testing/a-product-api.ts'
import CookiePolicyPage from './page.tsx'

const api = aProductApi()
beforeEach(() => {
  api.answering = { status: 404, body: { code: 'not_found' } }
})

/** The code that browsers run, and the code that answers them. */
const sources = ['{app,components,lib,contract,content}/**/*.{js,ts,tsx}', '{middleware,server}.ts', 'public/**/*.js']
const cookieNames = 'lib/session/cookies.ts'
/** Other ways to store data, none of them used here. To use one, first teach this test to read the names. */
const otherWays = /\b(?:indexedDB|cookieStore\.set|(?:local|session)Storage\s*(?:\[|\.\w+\s*=[^=]))/

const files = new Map(
  globSync(sources)
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    .filter(([, text]) => /storage|stored-text|cookie|sudoku:|openDB|caches\.open/i.test(text) || otherWays.test(text))
    .map(([path, text]) => [path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]),
)

/** Its package exports no way to ask, so this reads its source. */
const nextAuth = [
  ...readFileSync('node_modules/next-auth/core/lib/cookie.js', 'utf8').matchAll(/name: `\$\{[^}]*\}([\w.-]+)`/g),
].map(([, name = '']) => name)

async function named(): Promise<string[]> {
  const { container } = render(await CookiePolicyPage())
  return [...container.querySelectorAll('dt code')].map((code) => code.textContent ?? '')
}

function stored(): string[] {
  return [...files.values()].flatMap((file) =>
    callsIn(file, /^(?:(?:local|session)Storage\.setItem|store|openDB|caches\.open)$/).flatMap((call) =>
      textsOf(call.arguments[0], file),
    ),
  )
}

function cookies(): string[] {
  const ours = constantsOf(cookieNames)
    .filter(([name]) => /Name$/.test(name))
    .map(([, text]) => text)
  return [
    ...ours,
    ...nextAuth,
    ...[...files].flatMap(([path, file]) => (path === cookieNames ? [] : cookiesSetIn(file))),
  ]
}

test('the page names everything that the sources keep in a browser’s storage, and every cookie', async () => {
  const kept = [...stored(), ...cookies()]
  expect(kept).toEqual(expect.arrayContaining(['theme', 'signed_in', 'wanted_page', 'next-auth.csrf-token']))
  expect([...new Set(kept)].sort()).toEqual((await named()).sort())
})

test('the lists stand in the built-in text, each where it belongs', async () => {
  render(await CookiePolicyPage())
  const [cookies, stored] = screen.getAllByRole('heading', { level: 2 })
  expect(cookies).toHaveTextContent('When you log in')
  expect(stored).toHaveTextContent('What your browser keeps besides')
  const [, second] = [...document.querySelectorAll('dl')]
  expect(stored?.compareDocumentPosition(second as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the lists stand below a text of the site’s own, with everything that they name', async () => {
  const builtIn = await named()
  const html = '<h2>Ours</h2><p>We like biscuits.</p>'
  api.answering = { body: { title: 'Biscuits', intro: '', html, published_at: '2026-11-28T08:00:00Z' }, tags: 'site' }
  expect(await named()).toEqual(builtIn)
  const text = screen.getByText('We like biscuits.')
  const lists = screen.getAllByRole('heading', { level: 2, name: /^(?:Cookies|Kept by your browser)$/ })
  expect(lists.map((list) => text.compareDocumentPosition(list))).toEqual([
    ...[Node.DOCUMENT_POSITION_FOLLOWING, Node.DOCUMENT_POSITION_FOLLOWING],
  ])
  expect(api.asked.at(-1)?.url).toBe(`/texts${paths.cookies}`)
})

test('nothing is stored in a way that this test cannot read', () => {
  expect([...files].filter(([, file]) => otherWays.test(file.text)).map(([path]) => path)).toEqual([])
})

/** `response.cookies.set(name, …)`, `document.cookie = 'name=…'`, and whatever is written as a Set-Cookie. */
function cookiesSetIn(file: ts.SourceFile): string[] {
  const calls = callsIn(file, /\bcookies(?:\(\))?\)?\.set$/).flatMap((call) => textsOf(call.arguments[0], file))
  const lines = all(file, (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    .flatMap((node) => textsOf(node as ts.Expression, file))
    .filter((text) => /;\s*(?:Path|Max-Age|SameSite)=/i.test(text))
  const assigned = all(
    file,
    (node) => ts.isBinaryExpression(node) && node.left.getText() === 'document.cookie',
  ).flatMap((node) => textsOf((node as ts.BinaryExpression).right, file))
  return [...calls, ...[...lines, ...assigned].map((line) => line.split('=')[0] ?? '')]
}

/** The texts that an expression can be: constants are looked up, a parameter at its calls, anything else is `…`. */
function textsOf(node: ts.Node | undefined, file: ts.SourceFile): string[] {
  if (!node) return ['?']
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => {
      const constant = ts.isIdentifier(expression) ? textsOf(expression, file) : []
      return `${constant.length === 1 && !constant[0]?.startsWith('?') ? constant[0] : '…'}${literal.text}`
    })
    return [node.head.text + parts.join('')]
  }
  if (ts.isCallExpression(node)) return textsOf(bodyOf(node.expression.getText(), file), file)
  if (!ts.isIdentifier(node)) return [`? ${node.getText()} in ${file.fileName}`]
  const taker = ts.findAncestor(node, (one) => ts.isFunctionDeclaration(one)) as ts.FunctionDeclaration | undefined
  const place = taker?.parameters.findIndex((parameter) => parameter.name.getText() === node.text) ?? -1
  if (place >= 0) {
    return callsIn(file, new RegExp(`^${taker?.name?.text}$`)).flatMap((call) => textsOf(call.arguments[place], file))
  }
  const [declared] = all(file, (one) => ts.isVariableDeclaration(one) && one.name.getText() === node.text)
  if (declared) return textsOf((declared as ts.VariableDeclaration).initializer, file)
  const from = all(
    file,
    (one) => ts.isImportDeclaration(one) && (one.importClause?.getText().includes(node.text) ?? false),
  )
  if (from[0]) {
    const path = (from[0] as ts.ImportDeclaration).moduleSpecifier as ts.StringLiteral
    return constantsOf(path.text.startsWith('#') ? path.text.slice(1) : join(file.fileName, '..', path.text))
      .filter(([name]) => name === node.text)
      .map(([, text]) => text)
  }
  return [`? ${node.text} in ${file.fileName}`]
}

function constantsOf(path: string): [name: string, text: string][] {
  const file = files.get(path)
  if (!file) return []
  return all(file, ts.isVariableDeclaration)
    .map((node) => node as ts.VariableDeclaration)
    .filter(
      ({ initializer }) => initializer && (ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer)),
    )
    .map(({ name, initializer }) => [name.getText(), textsOf(initializer, file)[0] ?? '?'])
}

function bodyOf(name: string, file: ts.SourceFile): ts.Node | undefined {
  const made = all(file, (node) => ts.isVariableDeclaration(node) && node.name.getText() === name)[0]
  const initializer = made && (made as ts.VariableDeclaration).initializer
  return initializer && ts.isArrowFunction(initializer) ? initializer.body : undefined
}

function callsIn(file: ts.SourceFile, callee: RegExp): ts.CallExpression[] {
  return all(file, (node) => ts.isCallExpression(node) && callee.test(node.expression.getText())) as ts.CallExpression[]
}

function all(root: ts.Node, is: (node: ts.Node) => boolean): ts.Node[] {
  const found = is(root) ? [root] : []
  ts.forEachChild(root, (child) => void found.push(...all(child, is)))
  return found
}
