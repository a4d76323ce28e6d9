import { act, fireEvent, screen } from '@testing-library/react'

/** Presses a button as a keyboard does, with the focus on it, and waits for what comes of it. */
export async function pressByKey(name: string): Promise<void> {
  const button = screen.getByRole('button', { name })
  await act(async () => {
    button.focus()
    fireEvent.click(button)
  })
}
