import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { digits, peers } from '#lib/sudoku/grid.ts'
import type { PuzzleName } from '#lib/sudoku/link.ts'
import { SudokuGame } from './sudoku-game.tsx'

const name: PuzzleName = { kind: 'numbered', level: 'classic', number: 7 }
const { givens, solution } = puzzleOf(name)
const [free = 0, second = 0, ...others] = givens.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
const given = givens.findIndex((digit) => digit !== 0)
const right = (cell: number) => String(solution[cell])
const wrong = (cell: number) => String(((solution[cell] as number) % 9) + 1)

function open(query = '?level=classic&puzzle=7') {
  history.replaceState(null, '', `/sudoku${query}`)
  return render(<SudokuGame productName="Bytewise" />)
}

/** Found by its attribute: to compute the role and the name of 81 fields takes a hundred times as long. */
function field(cell: number): HTMLInputElement {
  const label = `Row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1},`
  const found = document.querySelector<HTMLInputElement>(`input[aria-label^="${label}"]`)
  if (!found) throw new Error(`There is no field ${label}`)
  return found
}
const type = (cell: number, value: string) => fireEvent.change(field(cell), { target: { value } })
const press = (cell: number, key: string, but: object = {}) => {
  act(() => field(cell).focus())
  fireEvent.keyDown(field(cell), { key, code: /^\d$/.test(key) ? `Digit${key}` : key, ...but })
}
const button = (label: string | RegExp) => screen.getByRole('button', { name: label })
const pressButton = (label: string | RegExp) => fireEvent.click(button(label))
const seconds = (count: number) => act(() => jest.advanceTimersByTime(count * 1000))

const won = () => screen.getByRole('heading', { name: "Congratulations! You've solved the puzzle!" })

function solve(but = -1) {
  for (const [cell, digit] of givens.entries()) if (digit === 0 && cell !== but) type(cell, right(cell))
}

/** A cell and a digit that is wrong there, though it appears nowhere in the row, column and box. */
function wrongAlone(): [cell: number, digit: number] {
  for (const [cell, given] of givens.entries()) {
    if (given !== 0) continue
    const seen = (peers[cell] as number[]).map((peer) => givens[peer])
    const digit = digits.find((digit) => digit !== solution[cell] && !seen.includes(digit))
    if (digit) return [cell, digit]
  }
  throw new Error('The puzzle has no such cell')
}

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00') })
  localStorage.clear()
})
afterEach(() => jest.useRealTimers())

describe('the board', () => {
  test('shows the puzzle of its address, with givens that are locked', () => {
    open()
    expect(screen.getByRole('heading', { name: 'Classic Sudoku no. 7' })).toBeVisible()
    for (const [cell, digit] of givens.entries()) {
      expect(field(cell).value).toBe(digit ? String(digit) : '')
      expect(field(cell).readOnly).toBe(digit !== 0)
    }
  })

  test('is a grid of nine rows of nine cells, one of which is in the tab order', () => {
    open()
    const rows = within(screen.getByRole('grid', { name: 'Classic Sudoku no. 7' })).getAllByRole('row')
    expect(rows.map((row) => within(row).getAllByRole('textbox').length)).toEqual(new Array(9).fill(9))
    expect(screen.getAllByRole('textbox').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  test('takes digits only, and an empty value clears', () => {
    open()
    for (const refused of ['0', 'a', '12', '-', '٣', ' 5 5']) {
      type(free, refused)
      expect(field(free).value).toBe('')
    }
    type(free, '5')
    expect(field(free).value).toBe('5')
    // A keyboard without key events appends to the existing digit.
    type(free, '56')
    expect(field(free).value).toBe('6')
    type(free, '')
    expect(field(free).value).toBe('')
  })

  test('leaves given cells as they are, and says so', () => {
    open()
    press(given, '5')
    expect(field(given).value).toBe(String(givens[given]))
    expect(screen.getByText(/is given and locked/)).toHaveAttribute('role', 'status')
  })

  test('marks conflicts by a sign, a state and a sentence, not by colour alone', () => {
    open()
    const twin = [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((index) => free - (free % 9) + index)
      .find((cell) => givens[cell]) as number
    press(free, String(givens[twin]))
    for (const cell of [free, twin]) {
      expect(field(cell)).toBeInvalid()
      expect(field(cell)).toHaveAccessibleName(/conflict$/)
      expect(field(cell).parentElement).toHaveTextContent('!')
    }
    expect(screen.getByText(/^Conflict: (two|several) /)).toHaveAttribute('role', 'status')
  })

  test('is walked through by keys', () => {
    open()
    const focused = () => document.activeElement?.getAttribute('aria-label')
    press(0, 'ArrowRight')
    expect(focused()).toMatch(/^Row 1, column 2/)
    press(1, 'ArrowDown')
    press(10, 'End')
    expect(focused()).toMatch(/^Row 2, column 9/)
    press(17, 'ArrowRight')
    expect(focused()).toMatch(/^Row 2, column 9/)
    press(17, 'Home')
    expect(focused()).toMatch(/^Row 2, column 1/)
    press(9, 'End', { ctrlKey: true })
    expect(focused()).toMatch(/^Row 9, column 9/)
    press(80, 'ArrowUp')
    expect(focused()).toMatch(/^Row 8, column 9/)
    expect(screen.getAllByRole('textbox').filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement])
  })
})

describe('marks', () => {
  test('are set by Ctrl or Shift with a digit, by M, and on the pad, and go by themselves', () => {
    open()
    const peer = second
    const other = others.at(-1) as number
    press(peer, right(free), { ctrlKey: true })
    press(peer, wrong(free), { shiftKey: true, key: '!' })
    // A French keyboard types its digits with Shift: no mark.
    press(other, right(other), { shiftKey: true })
    expect(field(other).value).toBe(right(other))
    expect(field(peer)).toHaveAccessibleName(/empty, marks \d( \d)?$/)
    press(peer, 'm')
    expect(button('Marks')).toHaveAttribute('aria-pressed', 'true')
    pressButton('1, mark')
    pressButton('Marks')
    press(free, right(free))
    expect(field(peer)).not.toHaveAccessibleName(new RegExp(`marks.*${right(free)}`))
  })
})

describe('the tools', () => {
  test('undo and redo, by button and by key', () => {
    open()
    expect(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    press(free, '5')
    pressButton('Undo')
    expect(field(free).value).toBe('')
    pressButton('Redo')
    expect(field(free).value).toBe('5')
    press(free, 'z', { ctrlKey: true })
    expect(field(free).value).toBe('')
    press(free, 'Z', { ctrlKey: true, shiftKey: true })
    expect(field(free).value).toBe('5')
  })

  test('a hint names its technique and place first, then fills its digit in', () => {
    open()
    pressButton('Hint')
    expect(screen.getByText(/(Single in|Candidates, which leads to) row \d, column \d/)).toBeVisible()
    pressButton('Fill it in')
    const filled = givens.flatMap((digit, cell) => (digit === 0 && field(cell).value !== '' ? [cell] : []))
    expect(filled).toHaveLength(1)
    expect(field(filled[0] as number).value).toBe(right(filled[0] as number))
  })

  test('a hint asked for by key takes the focus along: the next digit lands in its cell', () => {
    open()
    press(80, 'h')
    const hinted = document.activeElement as HTMLInputElement
    expect(hinted).not.toBe(field(80))
    expect(hinted.closest('td')).toHaveAttribute('aria-selected', 'true')
    expect(hinted).toHaveAttribute('tabindex', '0')
    const cell = screen.getAllByRole('textbox').indexOf(hinted)
    press(cell, right(cell))
    expect(field(cell).value).toBe(right(cell))
    press(cell, 'h')
    expect(document.activeElement?.closest('td')).toHaveAttribute('aria-selected', 'true')
    expect(document.activeElement).not.toBe(field(cell))
  })

  test('a hint asked for by its button selects the cell and leaves the focus on the button', () => {
    open()
    press(80, 'ArrowLeft')
    act(() => button('Hint').focus())
    pressButton('Hint')
    expect(button('Fill it in')).toHaveFocus()
    expect(field(79).closest('td')).toHaveAttribute('aria-selected', 'false')
  })

  test('a check marks what is wrong, by another sign and word than a conflict', () => {
    open()
    const [cell, digit] = wrongAlone()
    press(cell, String(digit))
    expect(field(cell)).toBeValid()
    pressButton('Check')
    expect(field(cell)).toBeInvalid()
    expect(field(cell)).toHaveAccessibleName(/your digit, wrong$/)
    expect(field(cell).parentElement).toHaveTextContent('×')
    expect(field(cell).parentElement).not.toHaveTextContent('!')
    expect(screen.getByText('One digit is wrong; it is marked.')).toBeVisible()
  })

  test('are answered in one live region, seen or not', () => {
    open()
    pressButton('Check')
    const region = screen.getByText('Nothing is wrong so far.')
    expect(region).toHaveAttribute('role', 'status')
    expect(region).not.toHaveClass('sr-only')
    pressButton('Marks')
    expect(region).toHaveTextContent('Digits are pencil marks.')
    expect(region).toHaveClass('sr-only')
  })

  test('a restart can be undone', () => {
    open()
    press(free, '5')
    pressButton('Restart')
    expect(field(free).value).toBe('')
    pressButton('Undo')
    expect(field(free).value).toBe('5')
  })

  test('the pad counts what is missing, enters and erases', () => {
    open()
    act(() => field(free).focus())
    const digit = right(free)
    const missing = 9 - givens.filter((value) => String(value) === digit).length
    pressButton(`${digit}, ${missing} left`)
    expect(field(free).value).toBe(digit)
    expect(button(`${digit}, ${missing - 1} left`)).toBeEnabled()
    pressButton('Erase')
    expect(field(free).value).toBe('')
  })
})

describe('the clock', () => {
  test('ticks each second and stops when the puzzle is solved', () => {
    open()
    expect(screen.getByRole('timer')).toHaveTextContent(/^Time: 0$/)
    seconds(75)
    expect(screen.getByRole('timer')).toHaveTextContent(/^Time: 75$/)
    solve()
    expect(won()).toBeVisible()
    expect(won()).toHaveAccessibleDescription('1:15 on the clock, no hints')
    seconds(5)
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 75')
    press(free, wrong(free))
    expect(field(free).value).toBe(right(free))
  })

  test('stops while the game is paused, and the board is gone', () => {
    open()
    pressButton('Pause')
    expect(screen.queryByRole('grid')).toBeNull()
    seconds(10)
    const [resume] = screen.getAllByRole('button', { name: 'Resume' })
    expect(resume).toHaveFocus()
    fireEvent.click(resume as HTMLElement)
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 0')
    expect(document.activeElement).toHaveAccessibleName(/^Row 5, column 5/)
  })

  test('stops while the page is hidden', () => {
    open()
    const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    seconds(10)
    seen.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    seconds(2)
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 2')
    seen.mockRestore()
  })
})

describe('the end', () => {
  test('takes the focus, in the place of the digits and tools', () => {
    open()
    solve(free)
    act(() => button(`${right(free)}, 1 left`).focus())
    fireEvent.focus(field(free))
    pressButton(`${right(free)}, 1 left`)
    expect(won()).toHaveFocus()
    expect(screen.queryByRole('group', { name: 'Digits' })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Tools' })).toBeNull()
  })

  test('lets the last hint go', () => {
    open()
    solve(free)
    pressButton('Hint')
    expect(screen.getByText(/Single in row/)).toBeVisible()
    pressButton('Fill it in')
    expect(won()).toHaveFocus()
    for (const status of screen.getAllByRole('status')) expect(status.textContent?.trim()).toBe('')
  })

  test('sends a wave from the last cell outwards', () => {
    open()
    solve(free)
    expect(screen.getByRole('grid')).not.toHaveAttribute('data-wave')
    type(free, right(free))
    const waves = screen
      .getAllByRole('textbox')
      .map((cell) => (cell.parentElement as HTMLElement).style.getPropertyValue('--wave'))
    expect(waves[free]).toBe('0')
    const next = free % 9 < 8 ? free + 1 : free - 1
    expect(waves[next]).toBe('1')
    expect(Math.max(...waves.map(Number))).toBeGreaterThanOrEqual(4)
  })

  test('shows seven days, and today’s puzzle while it is not solved', () => {
    localStorage.setItem('sudoku:solved-days', '["2026-11-19","2026-11-16"]')
    open()
    solve()
    const days = within(screen.getByRole('list', { name: 'Daily puzzles of the last seven days' }))
    expect(days.getAllByRole('listitem').map((day) => day.lastElementChild?.textContent)).toEqual([
      'Sunday: not solved',
      'Monday: solved',
      'Tuesday: not solved',
      'Wednesday: not solved',
      'Thursday: solved',
      'Friday: not solved',
      'Today: not solved',
    ])
    pressButton('Play today’s puzzle')
    expect(screen.getByRole('heading', { name: 'Daily Sudoku, 21 November 2026 (Hard)' })).toBeVisible()
    expect(document.activeElement).toHaveAttribute('aria-label', expect.stringMatching(/^Row \d, column \d/))
  })

  test('says which puzzle tomorrow brings and when, and counts down', () => {
    localStorage.setItem('sudoku:solved-days', '["2026-11-21"]')
    open()
    solve()
    expect(screen.getByText(/^Tomorrow’s puzzle/)).toHaveTextContent('Tomorrow’s puzzle (Expert) is ready in 12 hours.')
    seconds(70)
    expect(screen.getByText(/^Tomorrow’s puzzle/)).toHaveTextContent('in 11 hours 59 minutes.')
    expect(screen.queryByRole('button', { name: 'Play today’s puzzle' })).toBeNull()
  })

  test('can be played again: the focus is on the board', () => {
    open()
    solve()
    pressButton('Restart')
    expect(field(free).value).toBe('')
    expect(document.activeElement?.closest('td')).toHaveAttribute('aria-selected', 'true')
    expect(button('Undo')).toBeVisible()
  })

  test('takes no focus if the game was solved before', () => {
    const { unmount } = open()
    solve()
    unmount()
    open()
    expect(won()).toBeVisible()
    expect(document.body).toHaveFocus()
  })
})
