import { readFileSync } from 'node:fs'

type Locked = { engines?: object; integrity?: string; resolved?: string }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const pathsOf = (isMeant: (entry: Locked) => boolean) =>
  Object.keys(packages).filter((path) => path !== '' && isMeant(packages[path] ?? {}))

test('the lockfile gives npm no complaint about the Node that it runs on', () => {
  expect(pathsOf(({ engines }) => engines !== undefined)).toEqual([])
})

test('it names the file of each package, at a host that `.npmrc` replaces by the registry in use', () => {
  const [, host = 'none'] = /^replace-registry-host=(.+)$/m.exec(readFileSync('.npmrc', 'utf8')) ?? []
  const isNamed = ({ resolved }: Locked) => resolved?.startsWith(`https://${host}/`) === true
  expect(pathsOf((entry) => entry.integrity !== undefined && !isNamed(entry))).toEqual([])
})
