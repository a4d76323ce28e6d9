import { readFileSync, writeFileSync } from 'node:fs'

/**
 * `npm run lockfile`, after every change of dependencies: adds the prebuilt packages of other platforms that npm left
 * out, names the file of each package, and removes `engines`. The project brings its own Node; npm would compare
 * `engines` with the Node that it runs on itself, and greet a newcomer with a wall of warnings.
 *
 * Without the address of its file npm first asks the registry for all versions of a package: a third of the work of an
 * installation. The host in it does not exist; `.npmrc` lets npm ask the registry in use instead.
 *
 * npm drops an optional package that the registry in use does not offer, and `npm ci` then refuses the lockfile. An
 * entry without an integrity hash is only ever fetched on the platform that its `os`, `cpu` and `libc` name.
 */
type Locked = {
  name?: string
  version?: string
  integrity?: string
  resolved?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: object
  optionalDependencies?: Record<string, string>
}

const file = 'package-lock.json'
const anyHost = 'https://packages.invalid'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'sunos', 'netbsd', 'openbsd', 'aix']
const processors = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    const platform = platformOf(name)
    if (!platform) throw new Error(`${name}, wanted by ${path}, is missing, and its name tells no platform`)
    const version = range.replace(/^[\^~]/, '')
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...(parent.dev && { dev: true }), optional: true }
    added++
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue
  delete entry.engines
  if (!entry.integrity) continue
  const { name = path.split('node_modules/').at(-1) ?? '', version = '', resolved: _, ...rest } = entry
  const resolved = `${anyHost}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  lock.packages[path] = { ...(entry.name && { name }), version, resolved, ...rest }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([...(root ? [root] : []), ...rest.sort(([a], [b]) => (a < b ? -1 : 1))])
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)

/** Resolves like Node: beside the package itself or beside one that contains it. */
function isLocked(from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (base === '') return false
    if (!base.includes('/node_modules/')) base = ''
  }
}

function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const parts = name.split(/[/.-]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (!os && cpu !== 'wasm32') return undefined
  const libraries = { musl: 'musl', gnu: 'glibc' }
  const named = Object.entries(libraries).find(([name]) => parts.some((part) => part.startsWith(name)))
  const libc = os === 'linux' ? named?.[1] : undefined
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) }
}
