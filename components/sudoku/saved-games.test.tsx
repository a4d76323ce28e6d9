import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { newGame, play } from '#lib/sudoku/game.ts'
import type { PuzzleName } from '#lib/sudoku/link.ts'
import { saveGame } from '#lib/sudoku/saved-game.ts'
import { addSolvedDay, lastPlayed, storageKeyOf, storedGame, storeGame } from './saved-games.ts'
import { SudokuGame } from './sudoku-game.tsx'

const name: PuzzleName = { kind: 'numbered', level: 'classic', number: 7 }
const puzzle = puzzleOf(name)
const free = puzzle.givens.indexOf(0)
const today = '2026-11-21'
const daily: PuzzleName = { kind: 'daily', date: today }

function open(query = '') {
  history.replaceState(null, '', `/sudoku${query}`)
  return render(<SudokuGame productName="Bytewise" />)
}
/** To find them by their role would ask for the styles of 81 cells with each digit. */
const fields = () => screen.getByRole('grid').querySelectorAll('input')
const type = (cell: number, value: string) => fireEvent.change(fields()[cell] as HTMLElement, { target: { value } })
const pressButton = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))
const title = () => screen.getByRole('heading', { level: 2 }).textContent ?? ''

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(`${today}T12:00:00`) })
  localStorage.clear()
})
afterEach(() => jest.useRealTimers())

describe('a game in this browser', () => {
  test('is restored after a reload, with its time', () => {
    const { unmount } = open('?level=classic&puzzle=7')
    type(free, '5')
    act(() => jest.advanceTimersByTime(8_000))
    unmount()
    open()
    expect(title()).toBe('Classic Sudoku no. 7')
    expect(fields()[free]?.value).toBe('5')
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 8')
    expect(location.search).toBe('?level=classic&puzzle=7')
  })

  test('that was paused is paused after a reload: no board, no ticking, the same time', () => {
    const { unmount } = open('?level=classic&puzzle=7')
    act(() => jest.advanceTimersByTime(8_000))
    pressButton('Pause')
    unmount()
    open()
    act(() => jest.advanceTimersByTime(8_000))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.getByText('The game is paused.')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 8')
    const [resume] = screen.getAllByRole('button', { name: 'Resume' })
    // Only a pause of the player's own may take the focus.
    expect(resume).not.toHaveFocus()
    fireEvent.click(resume as HTMLElement)
    act(() => jest.advanceTimersByTime(1_000))
    expect(screen.getByRole('timer')).toHaveTextContent('Time: 9')
  })

  test('is stored as paused immediately, and pauses in another tab too', () => {
    open('?level=classic&puzzle=7')
    pressButton('Pause')
    expect(storedGame(name)).toContain('"isPaused":true')
    localStorage.setItem(storageKeyOf(name), saveGame(newGame(puzzle)))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKeyOf(name) })))
    expect(screen.getByRole('grid')).toBeVisible()
    localStorage.setItem(storageKeyOf(name), saveGame(play(newGame(puzzle), { kind: 'pause' })))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKeyOf(name) })))
    expect(screen.queryByRole('grid')).toBeNull()
  })

  test('makes way for a new one once it is solved', () => {
    storeGame(name, saveGame({ ...newGame(puzzle), values: puzzle.solution }))
    open()
    expect(title()).toMatch(/^Classic Sudoku no\. \d+$/)
    expect(title()).not.toBe('Classic Sudoku no. 7')
  })

  test('is taken over by another tab that plays the same puzzle, and can be undone', () => {
    open('?level=classic&puzzle=7')
    const other = play(newGame(puzzle), { kind: 'enter', cell: free, digit: 5 })
    localStorage.setItem(storageKeyOf(name), saveGame(other))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKeyOf(name) })))
    expect(fields()[free]?.value).toBe('5')
    pressButton('Undo')
    expect(fields()[free]?.value).toBe('')
  })

  test('does not overwrite what another tab has stored while this one was asleep', () => {
    open('?level=classic&puzzle=7')
    const stored = saveGame(play(newGame(puzzle), { kind: 'enter', cell: free, digit: 5 }))
    localStorage.setItem(storageKeyOf(name), stored)
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(storedGame(name)).toBe(stored)
    act(() => void dispatchEvent(new Event('pageshow')))
    expect(fields()[free]?.value).toBe('5')
  })

  test('is played without storage if the browser blocks it', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((method) =>
      jest.spyOn(Storage.prototype, method).mockImplementation(blocked),
    )
    open('?level=classic&puzzle=7')
    type(free, '5')
    expect(fields()[free]?.value).toBe('5')
    for (const spy of spies) spy.mockRestore()
  })

  test.each(['{', '[1,{"a":2},"daily=x","level=__proto__&puzzle=1"]', 'null', '"x"'])(
    'survives a storage full of %s',
    (anything) => {
      for (const key of ['sudoku:recent', 'sudoku:solved-days', storageKeyOf(name)]) localStorage.setItem(key, anything)
      open('?level=classic&puzzle=7')
      expect(fields()[free]?.value).toBe('')
      expect(screen.queryByText(/Daily streak/)).toBeNull()
    },
  )

  test('is forgotten after twenty others', () => {
    for (let number = 1; number <= 25; number++) storeGame({ ...name, number }, saveGame(newGame(puzzle)))
    expect(storedGame({ ...name, number: 5 })).toBeNull()
    expect(storedGame({ ...name, number: 6 })).not.toBeNull()
    expect(lastPlayed()).toEqual({ ...name, number: 25 })
  })
})

describe('other puzzles', () => {
  test('a new one of the chosen level, with a way back to the one before', () => {
    open('?level=classic&puzzle=7')
    type(free, '5')
    fireEvent.change(screen.getByRole('combobox', { name: 'Level' }), { target: { value: 'easy' } })
    pressButton('New puzzle')
    expect(title()).toMatch(/^Easy Sudoku no\. \d+$/)
    expect(location.search).toMatch(/^\?level=easy&puzzle=\d+$/)
    pressButton('Back to Classic Sudoku no. 7')
    expect(fields()[free]?.value).toBe('5')
  })

  test('a level in the address makes a new one of it', () => {
    open('?level=medium')
    expect(title()).toMatch(/^Medium Sudoku no\. \d+$/)
  })

  test('the daily one counts days in a row, and is shared without giving anything away', async () => {
    addSolvedDay('2026-11-20')
    const writeText = jest.fn(async () => {})
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    open('?level=classic&puzzle=7')
    expect(screen.getByText('Daily streak: 1 day')).toBeVisible()
    pressButton('Daily puzzle')
    expect(title()).toBe('Daily Sudoku, 21 November 2026 (Hard)')
    const { givens, solution } = puzzleOf(daily)
    for (const [cell, digit] of givens.entries()) if (digit === 0) type(cell, String(solution[cell]))
    expect(screen.getByText('Daily streak: 2 days')).toBeVisible()
    pressButton('Share the result')
    jest.useRealTimers()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible())
    expect(writeText).toHaveBeenCalledWith(
      'Bytewise Daily Sudoku, 21 November 2026 (Hard)\nSolved in 0:00, no hints, 2 days in a row\nhttp://localhost/sudoku?daily=2026-11-21',
    )
  })

  test('the daily one does not count with a digit that a hint filled in, until it is solved again', () => {
    addSolvedDay('2026-11-20')
    open('?daily=2026-11-21')
    // Some hints only rule out digits; the first that has a digit fills it in.
    while (screen.queryByRole('button', { name: 'Fill it in' }) === null) pressButton('Hint')
    pressButton('Fill it in')
    const { givens, solution } = puzzleOf(daily)
    const solve = () => {
      for (const [cell, digit] of givens.entries()) {
        if (digit === 0 && fields()[cell]?.value === '') type(cell, String(solution[cell]))
      }
    }
    solve()
    expect(screen.getByText(/^A hint filled in a digit, so this day doesn’t count for your streak/)).toBeVisible()
    expect(screen.getByText('Daily streak: 1 day')).toBeVisible()
    pressButton('Restart')
    solve()
    expect(screen.getByText('Daily streak: 2 days')).toBeVisible()
  })

  test('the link is shown if it cannot be copied', async () => {
    const writeText = async () => {
      throw new DOMException('no', 'NotAllowedError')
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    open('?level=classic&puzzle=7')
    pressButton('Copy link')
    jest.useRealTimers()
    expect(await screen.findByText(/http:\/\/localhost\/sudoku\?level=classic&puzzle=7/)).toBeVisible()
  })
})
