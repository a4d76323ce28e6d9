/**
 * How a row of a list looks. `wide`: a large picture left; `plain`: a small picture right; `half`: two beside each other,
 * the pictures above.
 */
export type RowShape = 'wide' | 'plain' | 'half'

const rhythm: readonly RowShape[] = ['wide', 'plain', 'plain', 'half', 'half', 'plain']

/** The shape of the row at this place. A half that stays alone at the end of its list is a plain one. */
export function rowShape(index: number, { count, isEnd }: { count: number; isEnd: boolean }): RowShape {
  const at = index % rhythm.length
  const shape = rhythm[at] ?? 'plain'
  const isAlone = isEnd && index === count - 1 && shape === 'half' && rhythm[at - 1] !== 'half'
  return isAlone ? 'plain' : shape
}
