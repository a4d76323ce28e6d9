import { render, screen } from '@testing-library/react'
import { Avatar } from './avatar.tsx'

describe('an avatar', () => {
  test('shows the first letter without a picture', () => {
    render(<Avatar name=" élise" image={null} />)
    expect(screen.getByTestId('avatar-letter')).toHaveTextContent('É')
  })

  test('takes a whole letter, however it is encoded', () => {
    render(<Avatar name="𝒜da" image={null} />)
    expect(screen.getByTestId('avatar-letter').textContent).toBe('𝒜')
  })

  test('has a picture even without a name', () => {
    render(<Avatar name="" image={null} />)
    expect(screen.getByTestId('avatar-letter')).toHaveTextContent('?')
  })

  test('is the picture if there is one, without a name of its own', () => {
    const { container } = render(<Avatar name="Inès" image="https://elsewhere.example/i.png" />)
    expect(container.querySelector('img')).toHaveAttribute('alt', '')
    expect(container.querySelector('img')).toHaveAttribute('referrerpolicy', 'no-referrer')
  })
})
