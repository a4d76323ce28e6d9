import { rowShape } from './row-shape.ts'

const shapes = (count: number, isEnd = true) =>
  Array.from({ length: count }, (_, index) => rowShape(index, { count, isEnd }))

describe('the shapes of a list’s rows', () => {
  test('change in a rhythm that a page of twelve ends with', () => {
    const six = ['wide', 'plain', 'plain', 'half', 'half', 'plain']
    expect(shapes(12)).toEqual([...six, ...six])
  })

  test('leave no half alone at the end of the list', () => {
    expect(shapes(4).at(-1)).toBe('plain')
    expect(shapes(5).slice(-2)).toEqual(['half', 'half'])
  })

  test('do not change when more rows come', () => {
    for (let count = 1; count < 12; count++) expect(shapes(count, false)).toEqual(shapes(12).slice(0, count))
  })
})
