import { act, render, screen } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { siteCategories } from '#contract/categories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { closeDatabase } from './saving/local-drafts.ts'
import { StoryEditor } from './story-editor.tsx'

beforeAll(() => {
  // jsdom lays nothing out.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(CSS, { supports: () => true })
})
beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  await signedInBrowser()
})

async function open(copy: Partial<WorkingCopy>, person = aReader()) {
  answerByPath({ 'GET /api/publications/user': { body: [] } })
  render(<StoryEditor categories={siteCategories('bytewise')} story={aWorkingCopy(copy)} person={person} />)
  await act(async () => {})
}
const only = ['Kicker', 'Send Newsletter', 'Category', 'Address']
const shown = () => only.filter((label) => screen.queryAllByLabelText(label).length > 0)

test('the text of a page of the site says which page it is of, and has no fields that only stories have', async () => {
  await open({ site_page: 'privacy-policy' })
  expect(screen.getByRole('link', { name: 'Privacy Statement' })).toHaveAttribute('href', '/privacy-policy')
  expect(screen.getByLabelText('Title')).toHaveValue('A Lift at Night')
  expect(shown()).toEqual([])
})

test('a story has them, and is of no page', async () => {
  await open({ site_page: null })
  expect(screen.queryByRole('link', { name: 'Privacy Statement' })).toBeNull()
  expect(shown()).toEqual(only)
})

test.each<[string, Partial<WorkingCopy>, boolean, boolean]>([
  ['is told so', {}, false, true],
  ['is not told so of a story that was public once', { published_at: '2026-03-04T08:00:00Z' }, false, false],
  ['and who may is told nothing', {}, true, false],
])('a writer who may not publish %s', async (_, copy, may_publish, isTold) => {
  await open(copy, aReader({ may_publish }))
  expect(screen.queryAllByText(/not publish them yet/)).toHaveLength(Number(isTold))
})
