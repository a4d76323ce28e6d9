import { readFileSync } from 'node:fs'

test('the lockfile gives npm no complaint about the Node that it runs on', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, object> }
  const demanding = Object.keys(packages).filter((path) => path !== '' && 'engines' in (packages[path] ?? {}))
  expect(demanding).toEqual([])
})
