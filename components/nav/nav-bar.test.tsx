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

  const logoOf = (logo: string) => {
    render(<NavBar productName="Bytewise" path="/" logo={logo} />)
    return screen.getByRole('img', { name: 'Bytewise' })
  }
  const id = 'ab'.repeat(16)

  test('shows the logo in place of the name, with its size, sharp on every screen and no larger than that', () => {
    const logo = logoOf(`/uploads/${id}-1200x300.webp`)
    expect(logo).toHaveAttribute('src', `/uploads/${id}-480x120.webp`)
    expect([logo.getAttribute('width'), logo.getAttribute('height')]).toEqual(['112', '28'])
    expect(screen.getByRole('link', { name: 'Bytewise' })).toHaveAttribute('href', '/')
    expect(screen.queryByText('Bytewise')).toBeNull()
  })

  test('makes a very wide logo as wide as its place, and less high', () => {
    const logo = logoOf(`/uploads/${id}-1440x100.webp`)
    expect([logo.getAttribute('width'), logo.getAttribute('height')]).toEqual(['200', '14'])
  })

  test('shows the name if the logo was not uploaded here', () => {
    render(<NavBar productName="Bytewise" path="/" logo="https://example.com/logo.png" />)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('link', { name: 'Bytewise' })).toBeVisible()
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
