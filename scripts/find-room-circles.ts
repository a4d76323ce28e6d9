import { kernel, tests } from './walls.ts'

/** As dependency-cruiser tells it: a file and what it imports. */
type Module = { source: string; dependencies: { resolved: string }[] }
type Import = { from: string; to: string }

/** Folders whose folders are rooms of their own; a file at the root of one is a room by itself. */
const divided = /^(product-api\/platform|product-api|lib|components)\//

/** Every import that is part of a circle of rooms, though no two files form one. */
export function findRoomCircles(modules: Module[]): Import[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })).filter(isBetweenRooms),
  )
  const neighbours = Map.groupBy(imports, ({ from }) => roomOf(from))
  const reachableFrom = (start: string): Set<string> => {
    const reached = new Set([start])
    // Grows while it is walked through.
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
