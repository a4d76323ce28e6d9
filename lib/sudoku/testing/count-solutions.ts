/**
 * Another way than the solver's to count solutions, up to two: exact cover (Knuth's Algorithm X) on sets of strings. It shares
 * no line with what it checks.
 */
export function countSolutions(clues: readonly number[]): number {
  const demands = new Map<string, Set<string>>()
  const meets = new Map<string, string[]>()
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      const clue = clues[row * 9 + column]
      for (let digit = 1; digit <= 9; digit++) {
        if (clue && clue !== digit) continue
        const box = `${Math.floor(row / 3)}/${Math.floor(column / 3)}`
        const choice = `${row},${column}=${digit}`
        const met = [`cell ${row},${column}`, `row ${row} ${digit}`, `column ${column} ${digit}`, `box ${box} ${digit}`]
        meets.set(choice, met)
        for (const demand of met) demands.set(demand, (demands.get(demand) ?? new Set()).add(choice))
      }
    }
  }
  return demands.size < 324 ? 0 : cover(demands, meets, 2)
}

function cover(demands: Map<string, Set<string>>, meets: Map<string, string[]>, most: number): number {
  let tightest: Set<string> | undefined
  for (const choices of demands.values()) if (!tightest || choices.size < tightest.size) tightest = choices
  if (!tightest) return 1
  let found = 0
  for (const choice of [...tightest]) {
    const taken: [string, Set<string>][] = []
    for (const demand of meets.get(choice) ?? []) {
      const choices = demands.get(demand) as Set<string>
      for (const other of choices) {
        for (const elsewhere of meets.get(other) ?? []) if (elsewhere !== demand) demands.get(elsewhere)?.delete(other)
      }
      demands.delete(demand)
      taken.push([demand, choices])
    }
    found += cover(demands, meets, most - found)
    for (const [demand, choices] of taken.reverse()) {
      demands.set(demand, choices)
      for (const other of choices) {
        for (const elsewhere of meets.get(other) ?? []) if (elsewhere !== demand) demands.get(elsewhere)?.add(other)
      }
    }
    if (found >= most) break
  }
  return found
}
