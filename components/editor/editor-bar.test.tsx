import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { siteCategories } from '#contract/categories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { EditorBar } from './editor-bar.tsx'
import { closeDatabase } from './saving/local-drafts.ts'
import { useStoryEditor } from './use-story-editor.ts'

const story = aWorkingCopy({ version: 3 })

function Writing({ of = story }: { of?: WorkingCopy }) {
  const editor = useStoryEditor({ categories: siteCategories('bytewise'), story: of, person: aReader() })
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

describe('the text of a page of the site', () => {
  const text: WorkingCopy = { ...story, site_page: 'privacy-policy' }
  const written = { _id: story._id, id: story._id, slug: story.slug, updated_at: story.updated_at, isDraft: true }
  const publish = 'POST /api/dashboard/texts/privacy-policy/publish'

  async function write(published: { status?: number; body: object }, saved: { status?: number; body: object }) {
    const went = recordNavigations()
    const calls = answerByPath({
      'GET /api/publications/user': { body: [] },
      [`PUT /api/contents/${story._id}`]: saved,
      [publish]: published,
    })
    render(<Writing of={text} />)
    await act(async () => fireEvent.click(screen.getByText('Type')))
    await act(async () => fireEvent.click(screen.getByText('Publish')))
    return { went, sent: () => calls.filter(({ method }) => method !== 'GET') }
  }
  const saved = { body: { ...written, version: 4 } }

  test('is saved, published on its page without a sheet, and the page is opened', async () => {
    const { went, sent } = await write({ body: {} }, saved)
    await waitFor(() => expect(went).toEqual(['/privacy-policy']))
    expect(sent()).toMatchObject([
      { method: 'PUT', body: { title: 'Another title', isDraft: true } },
      { method: 'POST', path: publish.slice(5), body: { version: 4 } },
    ])
    expect(screen.getByText('Publish')).not.toHaveAttribute('aria-haspopup')
  })

  test('stays open, and says why, if it can’t be published', async () => {
    const { went } = await write({ status: 409, body: { message: 'The text was changed in the meantime.' } }, saved)
    expect(await screen.findByText('The text was changed in the meantime.')).toBeVisible()
    expect(went).toEqual([])
  })

  test('is not published if it could not be saved', async () => {
    const { went, sent } = await write({ body: {} }, { status: 400, body: { message: 'Too long.' } })
    expect(await screen.findByText('Too long.')).toBeVisible()
    expect(sent().map(({ method }) => method)).toEqual(['PUT'])
    expect(went).toEqual([])
  })
})
