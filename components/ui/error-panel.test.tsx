import { render, screen } from '@testing-library/react'
import { ErrorPanel } from './error-panel.tsx'

test('the error panel says what happened and what to do', () => {
  const { container } = render(<ErrorPanel message="Server responded with status: 500" />)
  expect(screen.getByRole('heading', { name: 'Oops!' })).toBeVisible()
  expect(screen.getByText('Server responded with status: 500')).toBeVisible()
  expect(container).toHaveTextContent('Please try again later or contact us if the issue persists.')
  expect(screen.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact-us')
})
