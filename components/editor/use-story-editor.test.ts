import { act, renderHook, waitFor } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { siteCategories } from '#contract/categories.ts'
import { closeDatabase } from './saving/local-drafts.ts'
import { useStoryEditor } from './use-story-editor.ts'

const story = aWorkingCopy({
  story_image: '/covers/a-lift.webp',
  image_alt: 'A lift',
  sendNewsletter: true,
  version: 3,
})
const update = `PUT /api/contents/${story._id}`
const written = { _id: story._id, id: story._id, slug: story.slug, updated_at: story.updated_at, version: 4 }

async function openEditor(answer: { status?: number; body: unknown }, of = story, afterwards = of) {
  const calls = answerByPath({
    'GET /api/publications/user': { body: [] },
    [update]: answer,
    [`GET /api/contents/${of._id}/working-copy`]: { body: afterwards },
  })
  const given = { categories: siteCategories('bytewise'), story: of, person: aReader() }
  const { result } = renderHook(() => useStoryEditor(given))
  await act(async () => {})
  return { editor: () => result.current, sent: () => calls.filter(({ method }) => method === 'PUT') }
}

beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  await signedInBrowser()
})

test('what the server refuses while one writes is said beside its field', async () => {
  const detail = 'Please give an address that begins with https://.'
  const { editor } = await openEditor({ status: 400, body: { message: detail, fields: { canonical_url: detail } } })
  act(() => editor().edited({ canonical_url: 'elsewhere' }))
  await act(() =>
    editor()
      .saving.saveNow()
      .catch(() => undefined),
  )
  expect(editor().errors).toEqual({ canonical_url: detail })
})

test('Save shows the banner if the server fails, until the text is saved by itself', async () => {
  const answer = { status: 500, body: { message: 'Internal error' } as object }
  const { editor, sent } = await openEditor(answer)
  act(() => editor().edited({ title: 'Another title' }))
  await act(() => editor().save())
  expect(editor().banner).toMatchObject({ error: 'other' })
  expect(editor().fields.title).toBe('Another title')
  Object.assign(answer, { status: 200, body: { ...written, isDraft: true } })
  await waitFor(() => expect(editor().saving.status.sentence).toBe('Saved'), { timeout: 10_000 })
  expect(sent().map(({ body }) => (body as { title: string }).title)).toEqual(['Another title', 'Another title'])
  await waitFor(() => expect(editor().banner).toBeUndefined())
})

test('an address that waits for the next publishing is shown as the server has it', async () => {
  const isPublic = { ...story, isDraft: false }
  const afterwards = { ...isPublic, next_slug: 'my-lift', version: 4 }
  const { editor, sent } = await openEditor({ body: { ...written, isDraft: false } }, isPublic, afterwards)
  expect(editor().nextSlug).toBeNull()
  act(() => editor().chooseSlug('My Lift'))
  await act(() => editor().save())
  expect(sent()).toMatchObject([{ body: { slug: 'My Lift' } }])
  expect(editor().nextSlug).toBe('my-lift')
})

test('a text that comes in from elsewhere is looked at like one that is typed', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  const { editor } = await openEditor({ body: written })
  act(() => jest.advanceTimersByTime(1_000))
  expect(editor().glance.hints).toEqual([])
  act(() => editor().saving.adopt({ ...story, story_image: null, image_alt: null, version: 4 }))
  act(() => jest.advanceTimersByTime(1_000))
  expect(editor().glance.hints).toEqual([
    'There is no story image yet. Lists and other sites show a drawn cover instead.',
  ])
  jest.useRealTimers()
})
