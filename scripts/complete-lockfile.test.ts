import { readFileSync } from 'node:fs'

test('the lockfile gives npm nothing to hold against the Node that it runs on itself', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, object> }
  const demanding = Object.keys(packages).filter((path) => path !== '' && 'engines' in (packages[path] ?? {}))
  expect(demanding).toEqual([])
})
