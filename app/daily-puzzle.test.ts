import { type RenderContext, runWithRenderContext } from '#lib/renderer/render-context.ts'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { dailyPuzzle } from './daily-puzzle.ts'

const evening = Date.parse('2026-11-23T23:59:59.500Z')

function shownAt(now: number) {
  const context: RenderContext = { requestId: 'a', clientAddress: '', tags: new Set() }
  return { puzzle: runWithRenderContext(context, () => dailyPuzzle(now)), endsAt: context.endsAt }
}

describe('the puzzle of the day', () => {
  test('is the one that its link opens', () => {
    const { puzzle } = shownAt(evening)
    const { level, givens } = puzzleOf({ kind: 'daily', date: '2026-11-23' })
    expect(puzzle).toEqual({ date: '2026-11-23', level, givens })
  })

  test('is another one after midnight, when the page that shows it ends', () => {
    const { endsAt } = shownAt(evening)
    expect(endsAt).toBe(Date.parse('2026-11-24T00:00:00Z'))
    expect(shownAt(endsAt ?? 0).puzzle.date).toBe('2026-11-24')
    expect(shownAt(evening).puzzle.date).toBe('2026-11-23')
  })
})
