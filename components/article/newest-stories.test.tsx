import { render, screen } from '@testing-library/react'
import { aStory } from '#components/testing/a-story.ts'
import { NewestStories } from './newest-stories.tsx'

test('leads to the newest stories, in few words, and to the rest of them', () => {
  const title = 'Instructions for Feeding the Cat'
  render(<NewestStories stories={[aStory({ title })]} path="/publication/night-shift" />)
  const story = screen.getByRole('link', { name: 'Instructions for Feeding' })
  expect(story).toHaveAttribute('href', '/article/a-lift-at-night')
  expect(screen.getByRole('link', { name: 'More stories' })).toHaveAttribute('href', '/publication/night-shift')
})

test('says nothing where nothing is published', () => {
  const { container } = render(<NewestStories stories={[]} path="/publication/night-shift" />)
  expect(container).toBeEmptyDOMElement()
})
