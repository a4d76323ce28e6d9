import { act, fireEvent, screen } from '@testing-library/react'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { showSignedIn } from './testing/signed-in-menu.tsx'

let mockFailures = 2
jest.mock('./account-panel.tsx', () => {
  if (mockFailures-- > 0) throw new Error('This part could not be loaded.')
  return jest.requireActual('./account-panel.tsx')
})

test('a menu that does not load says so in its place, and is asked for again there', async () => {
  await showSignedIn({}, { body: [] })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Account menu' })))
  expect(await screen.findByText('The menu couldn’t be loaded.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'New Story' })).toBeVisible()
  await pressByKey('Try again')
  expect(await screen.findByRole('link', { name: 'Profile Details' })).toHaveFocus()
  expect(screen.queryByText('The menu couldn’t be loaded.')).toBeNull()
})
