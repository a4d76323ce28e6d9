import { render, screen, within } from '@testing-library/react'
import { NavBar } from './nav-bar.tsx'

const show = (path: string) => render(<NavBar productName="Bytewise" path={path} />)
const current = () => screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent)

describe('the bar', () => {
  test.each([
    ['/', ['Bytewise']],
    ['/books', ['Book summaries']],
    ['/articles/books', ['Book essays']],
    ['/sudoku', ['Sudoku']],
    ['/article/a-lift', []],
    ['', []],
  ])('on %s marks %j', (path, marked) => {
    show(path)
    expect(current()).toEqual(marked)
  })

  test('has a search that works without scripts', () => {
    show('/')
    const form = screen.getByRole('search', { name: 'Site' })
    expect(form).toHaveAttribute('action', '/search')
    expect(within(form).getByRole('searchbox', { name: 'Search stories' })).toHaveAttribute('name', 'q')
  })

  test('marks the search page as the current one, and has no second field', () => {
    show('/search')
    expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName('Search')
    expect(screen.queryByRole('search')).toBeNull()
  })
})
