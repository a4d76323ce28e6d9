import { act, fireEvent, render, screen } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { siteCategories } from '#contract/categories.ts'
import { EditorBar } from './editor-bar.tsx'
import { closeDatabase } from './saving/local-drafts.ts'
import { useStoryEditor } from './use-story-editor.ts'

const story = aWorkingCopy({ version: 3 })

function Writing() {
  const editor = useStoryEditor({ categories: siteCategories('bytewise'), story, person: aReader() })
  return (
    <>
      <button type="button" onClick={() => editor.edited({ title: 'Another title' })}>
        Type
      </button>
      <EditorBar editor={editor} />
    </>
  )
}

beforeAll(() => {
  // jsdom lays nothing out.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  await signedInBrowser()
})

test('a failure that is dismissed leaves the focus at what is said about the text', async () => {
  answerByPath({
    'GET /api/publications/user': { body: [] },
    [`PUT /api/contents/${story._id}`]: { status: 400, body: { message: 'Two things are wrong.' } },
  })
  render(<Writing />)
  await act(async () => fireEvent.click(screen.getByText('Type')))
  await act(async () => fireEvent.click(screen.getByText('Save')))
  expect(await screen.findByText('Two things are wrong.')).toBeVisible()
  await pressByKey('Dismiss')
  expect(screen.queryByText('Two things are wrong.')).toBeNull()
  expect(screen.getAllByRole('status')[0]).toHaveFocus()
})
