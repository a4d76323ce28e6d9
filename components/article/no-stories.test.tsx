import { render, screen } from '@testing-library/react'
import { NoStories } from './no-stories.tsx'

test('an empty list says so and offers to write the first story', () => {
  render(<NoStories />)
  expect(screen.getByText("It's empty here")).toBeVisible()
  expect(screen.getByText('No stories have been published yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write a new story' })).toHaveAttribute('href', '/new-story')
})

test('a publication’s first story is written for it', () => {
  render(<NoStories publication="night-notes" />)
  expect(screen.getByRole('link', { name: 'Write a new story' })).toHaveAttribute(
    'href',
    '/publication/night-notes/new-story',
  )
})
