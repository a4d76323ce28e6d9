import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { closeDatabase, storeDraft } from './local-drafts.ts'
import { RecoveredDrafts } from './recovered-drafts.ts'
import { SaveLoop } from './save-loop.ts'
import { openedState } from './save-state.ts'
import { aText, mergeParagraphs } from './testing/merge-paragraphs.ts'

const anywhere = { storyId: undefined, slug: undefined, chosenSlug: undefined }
const record = {
  ...anywhere,
  draftKey: 'd1',
  base: { text: aText(''), version: 0 },
  text: aText('one'),
  unanswered: undefined,
}

/** The drafts of a new story in an editor that is open now. */
function draftsOfNewStory() {
  const opened = { person: 'ada', draftKey: 'd2', storyId: undefined, slug: undefined, text: aText(''), version: 0 }
  const editor = () => ({ readText: () => aText(''), showText: () => {}, merge: mergeParagraphs })
  const host = { now: () => 1, editor, entered: () => {}, run: () => {}, next: () => undefined, settled: () => {} }
  const loop = new SaveLoop(openedState(opened), host)
  return new RecoveredDrafts(loop, aText(''), editor, () => {})
}

beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  await storeDraft({ key: 'ada/d1/tab-1', tab: 'tab-1', keptAt: 1, record }, [])
})

test('the text of a new story that a tab left behind is offered', async () => {
  const drafts = draftsOfNewStory()
  await drafts.load(new AbortController().signal)
  expect(drafts.offered?.draft.record.text.content).toBe('one')
})

test('it is not offered beside a story that was made while it was looked for', async () => {
  const drafts = draftsOfNewStory()
  const loading = drafts.load(new AbortController().signal)
  drafts.withdraw()
  await loading
  expect(drafts.offered).toBeUndefined()
})
