import { render, screen } from '@testing-library/react'
import { SignupClosed } from './signup-closed.tsx'

const show = (given: { isForInvited: boolean; hasDeadInvitation?: boolean }) =>
  render(<SignupClosed hasDeadInvitation={false} contactEmail="ask@example.com" login="/users/login" {...given} />)

test('says that an invitation is needed, whom to ask, and where to log in', () => {
  show({ isForInvited: true })
  expect(screen.getByText(/^Only invited people can create an account here/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'ask@example.com' })).toHaveAttribute('href', 'mailto:ask@example.com')
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/users/login')
  expect(screen.queryByText(/^This invitation has been used/)).toBeNull()
})

test('says that an invitation is dead only where a new one would help', () => {
  const { unmount } = show({ isForInvited: true, hasDeadInvitation: true })
  expect(screen.getByText(/^This invitation has been used or has expired/)).toBeVisible()
  unmount()
  show({ isForInvited: false, hasDeadInvitation: true })
  expect(screen.getByText(/^New accounts can’t be created here at the moment/)).toBeVisible()
  expect(screen.queryByText(/^This invitation has been used/)).toBeNull()
})
