import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { StorySummary } from '#contract/administration.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { StoryList } from './story-list.tsx'

beforeEach(forgetAnswers)

const lamp: StorySummary = {
  ...{ _id: '1', slug: 'lamp', title: 'The lamp', author: { uuid: 'ada', name: 'Ada' }, state: 'published' },
  ...{ updated_at: '2026-01-02T03:04:05.000Z', published_at: '2026-01-02T03:04:05.000Z', publish_at: null },
  ...{ deleted_at: null, restorable_until: null },
}
async function show(...answers: Parameters<typeof answerCalls>) {
  const calls = answerCalls({ body: [lamp] }, ...answers)
  render(<StoryList />)
  await screen.findByText('By Ada')
  return calls
}

test('links to the story and its editor', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'View: The lamp' }).getAttribute('href')).toBe('/article/lamp')
  expect(screen.getByRole('link', { name: 'Edit: The lamp' }).getAttribute('href')).toBe('/article/lamp/edit')
})

test('deletes after the question, says until when it can come back, and brings it back', async () => {
  const asked: string[] = []
  const answers = [false, true]
  window.confirm = (question = '') => {
    asked.push(question)
    return answers.shift() ?? false
  }
  const calls = await show({ body: { message: 'Deleted.' } }, { body: { slug: 'lamp', isDraft: false } })
  await pressByKey('Delete: The lamp')
  await pressByKey('Delete: The lamp')
  expect(screen.getByText(/^You can restore it until/)).toBeVisible()
  expect(screen.getByText('Deleted.')).toHaveFocus()
  expect(asked).toEqual(Array(2).fill('Are you sure you want to delete this article?'))
  await pressByKey('Restore: The lamp')
  expect(screen.getByText('Restored.')).toHaveFocus()
  expect(screen.getByText('Published', { selector: 'span' })).toBeTruthy()
  expect(calls.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/contents/1',
    'POST /api/contents/1/undelete',
  ])
})

test('says why nothing was restored', async () => {
  await show(
    { body: [{ ...lamp, state: 'deleted', restorable_until: '2999-01-01T00:00:00.000Z' }] },
    { status: 404, body: { detail: 'It has been removed.', message: 'It has been removed.' } },
  )
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'deleted' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Restore: The lamp' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It has been removed.')
})
