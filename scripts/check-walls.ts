import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type IReporterOutput } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { cruiseOptions, kernel, reachable, tests, walls } from './walls.ts'

/**
 * Checks the walls of the house, and proves that the rules see a violation: first the sources must be clean, then a
 * crossing of each kind is planted in a copy of them and must be reported.
 */
const rooms = [
  ...['app', 'bench', 'components', 'contract', 'e2e', 'lib', 'ops', 'product-api', 'runtime', 'scripts', 'story-html'],
  ...['server.ts', 'renderer.ts', 'middleware.ts'],
]

/** Folders whose subfolders are rooms; each file directly in them is a room by itself. */
const divided = /^(product-api\/platform|product-api|lib|components)\//

/** The file to plant, its text, and the wall that must catch it. */
const crossings: [file: string, source: string, wall: string][] = [
  ['app/planted-crossing.ts', "import '#product-api/platform/problem.ts'", 'app-imports'],
  ['components/planted-crossing.ts', "import '#lib/env.ts'", 'components-imports'],
  ['components/planted-client.ts', "import '#lib/api/client.ts'", 'components-imports'],
  ['lib/planted-nowhere.ts', "import '#lib/there-is-no-such-file.ts'", 'no-unresolvable'],
  ['lib/planted-crossing.ts', "import 'pg'", 'web-has-no-database'],
  ['scripts/planted-crossing.ts', "import '#bench/support/report.ts'", 'nothing-needs-tests-or-measurements'],
  ['product-api/planted-testing.ts', "import '#e2e/support/address.ts'", 'nothing-needs-tests-or-measurements'],
  ['scripts/start/planted-package.ts', "import 'fast-check'", 'runs-without-dev-dependencies'],
  ['components/planted-schema.ts', "import { stories } from '#contract/stories.ts'", 'browser-has-no-schemas'],
  ['lib/browser/planted-parser.ts', "import { z } from 'zod'", 'browser-has-no-schemas'],
  ['contract/planted-paths.ts', "import { z } from 'zod'", 'plain-contract-has-no-schemas'],
  ['contract/planted-crossing.ts', "import '#lib/env.ts'", 'contract-imports'],
  ['contract/planted-package.ts', "import 'hono'", 'contract-packages'],
  ['product-api/planted-heavy.ts', "import 'ioredis'", 'product-api-starts-light'],
  ['story-html/planted-crossing.ts', "import 'node:fs'", 'story-html-is-pure'],
  ['runtime/planted-crossing.ts', "import '#lib/env.ts'", 'runtime-imports'],
  ['product-api/platform/planted-context.ts', "import './problem.ts'", 'kernel-imports'],
  ['product-api/platform/db/planted-circle.ts', "import '../change-feed/change-feed.ts'", 'room-circle'],
  ['product-api/stories/planted-floor.ts', "import '#podcasts/jobs.ts'", 'stories-reaches'],
  ['product-api/platform/planted-floor.ts', "import type {} from '#accounts/users.ts'", 'platform-reaches'],
  ['product-api/books/planted-inside.ts', "import '#stories/write/slug.ts'", 'rooms-have-faces'],
  ['scripts/planted-inside.ts', "import '#product-api/stories/write/slug.ts'", 'rooms-have-faces'],
  ['lib/web-server/planted-inside.ts', "import '#lib/page-cache/store/page.ts'", 'page-cache-has-a-face'],
  ['planted-server.ts', "import '#lib/api/client.ts'", 'front-never-renders'],
  ['lib/http/planted-circle.ts', "import '#lib/session/auth-handler.ts'", 'room-circle'],
  ['components/ui/planted-circle.ts', "import '#components/profile/follow-author.tsx'", 'room-circle'],
  ['contract/planted-circle.ts', "import '#story-html/excerpt.ts'", 'room-circle'],
  ['product-api/stories/planted/routes.ts', "import './repository.ts'", 'routes-imports'],
  ['product-api/stories/planted/other-routes.ts', "import './repository.ts'", 'routes-imports'],
  ['product-api/stories/planted/repository.ts', "import '#lib/env.ts'", 'product-api-imports'],
  ['product-api/stories/planted/service.ts', "import '#platform/http/endpoint.ts'", 'services-imports'],
  ['product-api/stories/planted/other-repository.ts', "import './service.ts'", 'repositories-imports'],
]

const unused: string[] = []
const found = [...(await violations(rooms)), ...unused]
for (const line of found) console.error(line)
if (found.length > 0) process.exit(1)

const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'walls-'))
const removeCopy = () => rmSync(copy, { recursive: true, force: true })
process.on('exit', removeCopy)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

// The other checks read the work tree meanwhile, so the violations are planted elsewhere.
for (const name of [...rooms, 'package.json', 'tsconfig.json']) cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
process.chdir(copy)
for (const [file, source] of crossings) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${source}\n`)
}
const caught = await violations(crossings.map(([file]) => file))
process.chdir(root)
const unseen = crossings.filter(([file, , wall]) => !caught.some((line) => line.startsWith(`${wall}: ${file}`)))
for (const [file, source, wall] of unseen) console.error(`${wall} does not see \`${source}\` in ${file}`)
process.exit(unseen.length > 0 ? 1 : 0)

/** The imports between rooms that `reachable` allows and no file needs: such a row would hide a crossing. */
function unusedPermissions(modules: readonly Module[]): string[] {
  const room = (file: string) => /^product-api\/([^/]+)\//.exec(file)?.[1]
  const isExempt = new RegExp(`${tests}|${kernel}`)
  const used = new Set(
    modules
      .filter(({ source }) => !isExempt.test(source))
      .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => `${room(source)} ${room(resolved)}`)),
  )
  return Object.entries(reachable).flatMap(([from, others]) =>
    others.filter((to) => !used.has(`${from} ${to}`)).map((to) => `${from}-reaches: no file of ${from} imports ${to}`),
  )
}

async function violations(paths: string[]): Promise<string[]> {
  const { output }: IReporterOutput = await cruise(
    paths,
    { ...cruiseOptions, ruleSet: { forbidden: walls }, validate: true },
    undefined,
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  if (typeof output === 'string') throw new Error(output)
  if (output.summary.totalCruised === 0) throw new Error('dependency-cruiser read nothing')
  if (paths === rooms) for (const line of unusedPermissions(output.modules)) unused.push(line)
  const circles = findRoomCircles(output.modules).map((circle) => ({ rule: { name: 'room-circle' }, ...circle }))
  return [...output.summary.violations, ...circles].map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

/** A module in dependency-cruiser's report. */
type Module = { source: string; dependencies: { resolved: string }[] }
type Import = { from: string; to: string }

/** Every import that is part of a cycle between rooms, even if there is no cycle between files. */
function findRoomCircles(modules: readonly Module[]): Import[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })).filter(isBetweenRooms),
  )
  const neighbours = Map.groupBy(imports, ({ from }) => roomOf(from))
  const reachableFrom = (start: string): Set<string> => {
    const reached = new Set([start])
    // The set grows during the iteration.
    for (const room of reached) for (const { to } of neighbours.get(room) ?? []) reached.add(roomOf(to))
    return reached
  }
  const reachable = new Map([...neighbours.keys()].map((room) => [room, reachableFrom(room)]))
  return imports.filter(({ from, to }) => reachable.get(roomOf(to))?.has(roomOf(from)))
}

function isBetweenRooms({ from, to }: Import): boolean {
  const isOurs = !/node_modules/.test(to) && to.includes('/')
  return isOurs && !new RegExp(kernel).test(from) && !new RegExp(tests).test(from) && roomOf(from) !== roomOf(to)
}

function roomOf(file: string): string {
  const depth = divided.exec(file)?.[1]?.split('/').length ?? 0
  return file
    .split('/')
    .slice(0, depth + 1)
    .join('/')
}
