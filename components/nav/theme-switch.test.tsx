import { fireEvent, render, screen } from '@testing-library/react'
import { ThemeSwitch } from './theme-switch.tsx'

const choose = (name: string) => fireEvent.click(screen.getByLabelText(name))

describe('the theme switch', () => {
  beforeEach(() => {
    localStorage.clear()
    delete document.documentElement.dataset.theme
  })

  test('sets a theme and remembers it', () => {
    render(<ThemeSwitch />)
    choose('Dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(screen.getByLabelText('Dark')).toBeChecked()
  })

  test('goes back to the system’s and forgets', () => {
    localStorage.setItem('theme', 'light')
    render(<ThemeSwitch />)
    expect(screen.getByLabelText('Light')).toBeChecked()
    choose('System')
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })
})
