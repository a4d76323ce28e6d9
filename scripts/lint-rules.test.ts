import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A folder by our rules, but for git: it is in no repository. */
const folder = mkdtempSync(join(tmpdir(), 'lint-'))
beforeAll(() => {
  mkdirSync(join(folder, 'components'))
  const rules = { ...JSON.parse(readFileSync('biome.json', 'utf8')), $schema: undefined, vcs: undefined }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules))
})
afterAll(() => rmSync(folder, { recursive: true }))

function lint(source: string) {
  writeFileSync(join(folder, 'components/planted.tsx'), source)
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, report: `${stdout}${stderr}`.replace(/\s+/g, ' ') }
}

describe('the linter', () => {
  test('refuses next/link and names the alternative', () => {
    const { status, report } = lint(
      'import Link from \'next/link\'\n\nexport const Home = <Link href="/">Home</Link>\n',
    )
    expect(status).not.toBe(0)
    expect(report).toContain('Write a plain <a>: every page is opened whole')
    expect(report).toContain('docs/decisions/012-whole-page-navigation.md')
  })

  test('finds no fault in a plain link', () => {
    expect(lint('export const Home = <a href="/">Home</a>\n')).toMatchObject({ status: 0 })
  })
})
