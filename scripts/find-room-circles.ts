import { kernel, tests } from './walls.ts'

/** A module in dependency-cruiser's report. */
type Module = { source: string; dependencies: { resolved: string }[] }
type Import = { from: string; to: string }

/** Folders whose subfolders are rooms; each file directly in them is a room by itself. */
const divided = /^(product-api\/platform|product-api|lib|components)\//

/** Every import that is part of a cycle between rooms, even if there is no cycle between files. */
export function findRoomCircles(modules: Module[]): Import[] {
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
