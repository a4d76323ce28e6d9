import { act, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { LatePart } from './late-part.tsx'

const Greeting = ({ name }: { name: string }) => <a href="/">Hello {name}</a>

/** Shows a part whose load fails so often; `loads` counts all attempts. */
async function show(failures: number, but: { what?: string } = { what: 'The greeting' }) {
  const load = jest.fn(async (): Promise<ComponentType<{ name: string }>> => {
    if (load.mock.calls.length <= failures) throw new Error('This part could not be loaded.')
    return Greeting
  })
  await act(async () => {
    render(
      <>
        <p>The rest of the page</p>
        <LatePart load={load} given={{ name: 'Ada' }} room={<p>Its room</p>} {...but} />
      </>,
    )
  })
  return load
}

test('shows the part once it has loaded', async () => {
  const load = await show(0)
  expect(screen.getByText('Hello Ada')).toBeVisible()
  expect(screen.queryByText('Its room')).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
})

test('tries once more by itself', async () => {
  const load = await show(1)
  expect(screen.getByText('Hello Ada')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('says what is missing in its place, keeps the page, and tries again when asked, with the focus', async () => {
  const load = await show(3)
  expect(screen.getByRole('alert')).toHaveTextContent('The greeting couldn’t be loaded.')
  expect(screen.getByText('The rest of the page')).toBeVisible()
  await pressByKey('Try again')
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
  await pressByKey('Try again')
  expect(screen.getByText('Hello Ada')).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(load).toHaveBeenCalledTimes(4)
})

test('leaves the room of a part that has no words for it', async () => {
  await show(2, {})
  expect(screen.getByText('Its room')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
