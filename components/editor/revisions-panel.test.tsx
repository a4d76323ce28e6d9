import { act, render, screen } from '@testing-library/react'
import { RevisionsPanel } from './revisions-panel.tsx'
import type { LocalDraft } from './saving/local-drafts.ts'
import { aText } from './saving/testing/merge-paragraphs.ts'

const draft: LocalDraft = {
  key: 'ada/d1/tab-1',
  tab: 'tab-1',
  keptAt: Date.UTC(2026, 2, 4, 12),
  record: {
    ...{ storyId: undefined, slug: undefined, draftKey: 'd1', chosenSlug: undefined, unanswered: undefined },
    ...{ base: { text: aText(), version: 0 }, text: { ...aText(), content: '<p>The first words.</p>' } },
  },
}

beforeAll(() => {
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = () => {}
  HTMLDialogElement.prototype.close = () => {}
})

test('a text that only this device has of a new story is shown, and restored', async () => {
  const onTakeBack = jest.fn()
  const panel = { storyId: undefined, presentHtml: '', onRestore: async () => {}, onTakeBack, onClose: () => {} }
  render(<RevisionsPanel {...panel} onDevice={[draft]} />)
  expect(screen.getByText(/^On this device, from Wednesday 4 March/)).toBeInTheDocument()
  expect(screen.getByText('The first words.')).toBeInTheDocument()
  await act(async () => screen.getByText('Restore this text').click())
  expect(onTakeBack).toHaveBeenCalledWith(draft.key)
})
