import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

test('the README names every file of the contract, and no other', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name)
  expect([...new Set(named)].sort()).toEqual(files.sort())
})
