import { act, fireEvent, render, screen } from '@testing-library/react'
import { ShareButton } from './share-button.tsx'

// Fails to load, as without a network.
jest.mock('./share-link.ts', () => {
  throw new Error('This part could not be loaded.')
})

test('shows the address where sharing could not be loaded', async () => {
  const shown: unknown[] = []
  window.prompt = (...words) => {
    shown.push(words)
    return null
  }
  render(<ShareButton url="https://b.example/article/a" title="A Lift" name="Share" className="" />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Share' })))
  expect(shown).toEqual([['You seem to be offline. You can copy the link here:', 'https://b.example/article/a']])
})
