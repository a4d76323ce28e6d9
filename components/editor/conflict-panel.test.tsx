import { fireEvent, render, screen, within } from '@testing-library/react'
import { ConflictPanel } from './conflict-panel.tsx'
import { mergeStory } from './merge-story.ts'
import type { StoryText } from './saving/story-text.ts'
import { aText } from './saving/testing/merge-paragraphs.ts'

const text = (content: string): StoryText => ({ ...aText(), content })

function collisionOf(mine: string, theirs: string) {
  const merged = mergeStory(text('<p>One.</p>'), text(mine), text(theirs))
  if (!('collision' in merged)) throw new Error('these meet')
  return merged.collision
}

test('a choice for one collision does not apply to the next', () => {
  const onResolve = jest.fn()
  const first = collisionOf('<p>One, mine.</p>', '<p>One, theirs.</p>')
  const { rerender } = render(<ConflictPanel collision={first} onResolve={onResolve} />)
  const place = () => within(screen.getByRole('group', { name: 'Place 1 of the text' }))
  fireEvent.click(place().getByRole('radio', { name: /^The other version/ }))
  const next = collisionOf('<p>One, mine and more.</p>', '<p>One, of somebody.</p>')
  rerender(<ConflictPanel collision={next} onResolve={onResolve} />)
  expect(place().getByRole('radio', { name: 'Keep both, yours first' })).toBeChecked()
  fireEvent.click(screen.getByRole('button', { name: 'Continue with this text' }))
  expect(onResolve).toHaveBeenCalledWith(text('<p>One, mine and more.</p><p>One, of somebody.</p>'))
})

test('a place without words says what is there', () => {
  const collision = collisionOf('<hr />', '<p><img src="/covers/a.webp" alt="" /></p>')
  render(<ConflictPanel collision={collision} onResolve={jest.fn()} />)
  expect(screen.getByRole('radio', { name: 'Yours A divider' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'The other version A picture' })).toBeVisible()
})
