import { streakOf } from './daily.ts'
import { anyNumber, dateOf, keyOf, linkTo, nameOf, readLevel, readLink } from './link.ts'
import { shareText, titleOf } from './share.ts'

const numbered = { kind: 'numbered', level: 'hard', number: 123 } as const
const daily = { kind: 'daily', date: '2026-11-21' } as const
const read = (query: string) => readLink(new URLSearchParams(query))

describe('a puzzle’s link', () => {
  test('names it and is read back', () => {
    expect(linkTo(numbered)).toBe('/sudoku?level=hard&puzzle=123')
    expect(linkTo(daily)).toBe('/sudoku?daily=2026-11-21')
    for (const name of [numbered, daily]) expect(nameOf(keyOf(name))).toEqual(name)
    expect(read('puzzle=7')).toEqual({ kind: 'numbered', level: 'classic', number: 7 })
  })

  test.each([
    '',
    'level=hard',
    'level=nightmare&puzzle=1',
    'level=hard&puzzle=0',
    'level=hard&puzzle=1000000',
    'level=hard&puzzle=1.5',
    'level=__proto__&puzzle=1',
    'daily=2026-02-30',
    'daily=<script>',
    'daily=',
  ])('is none if it reads %s', (query) => {
    expect(read(query)).toBeUndefined()
  })

  test('may name a level only', () => {
    expect(readLevel(new URLSearchParams('level=expert'))).toBe('expert')
    expect(readLevel(new URLSearchParams('level=constructor'))).toBeUndefined()
  })

  test('has numbers that people can read to each other', () => {
    expect([anyNumber(() => 0), anyNumber(() => 0.999_999_999)]).toEqual([1, 999_999])
  })

  test('takes the day in the player’s time zone', () => {
    expect(dateOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  })
})

describe('streaks', () => {
  const days = (...dates: string[]) => new Set(dates)
  test.each([
    [days(), 0],
    [days('2026-03-01'), 1],
    [days('2026-02-28'), 1],
    [days('2026-02-27'), 0],
    [days('2026-03-01', '2026-02-28', '2026-02-27', '2026-02-25'), 3],
  ])('%# count the days in a row up to today or yesterday', (solved, streak) => {
    expect(streakOf(solved, '2026-03-01')).toBe(streak)
  })
})

describe('the text to share', () => {
  const result = { seconds: 3_725, hints: 0, streak: 3, productName: 'Bytewise', origin: 'https://b.example' }

  test('names the puzzle, the time, the hints and the streak of a daily one', () => {
    expect(shareText(daily, result)).toBe(
      'Bytewise Daily Sudoku, 21 November 2026 (Hard)\nSolved in 1:02:05, no hints, 3 days in a row\nhttps://b.example/sudoku?daily=2026-11-21',
    )
    expect(shareText(numbered, { ...result, seconds: 65, hints: 1 })).toBe(
      'Bytewise Hard Sudoku no. 123\nSolved in 1:05, 1 hint\nhttps://b.example/sudoku?level=hard&puzzle=123',
    )
    expect(titleOf({ ...numbered, level: 'classic' })).toBe('Classic Sudoku no. 123')
  })
})
