import { render, screen } from '@testing-library/react'
import { emptyGrid, withValue } from '#lib/sudoku/grid.ts'
import { DailyCard } from './daily-card.tsx'

test('the card of a day draws its digits, names its level and leads to that very day', () => {
  const { container } = render(<DailyCard date="2026-11-23" level="hard" givens={withValue(emptyGrid, 10, 7)} />)
  expect(screen.getByRole('link', { name: 'Today’s Sudoku' })).toHaveAttribute('href', '/sudoku?daily=2026-11-23')
  expect(screen.getByText(/^Hard/)).toBeVisible()
  const digits = [...container.querySelectorAll('svg text')]
  expect(digits.map((digit) => digit.textContent)).toEqual(['7'])
  expect(digits[0]).toHaveAttribute('x', '15')
  expect(digits[0]).toHaveAttribute('y', '15')
})
