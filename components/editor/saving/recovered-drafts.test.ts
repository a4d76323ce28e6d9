import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { closeDatabase, storeDraft } from './local-drafts.ts'
import { OfferedDrafts } from './recovered-drafts.ts'
import { aText } from './testing/merge-paragraphs.ts'

const anywhere = { storyId: undefined, slug: undefined, chosenSlug: undefined }
const record = {
  ...anywhere,
  draftKey: 'd1',
  base: { text: aText(''), version: 0 },
  text: aText('one'),
  unanswered: undefined,
}

async function load(offers: OfferedDrafts) {
  const wanted = { person: 'ada', storyId: undefined, slug: undefined, initial: aText('') }
  await offers.load(wanted, () => {}, new AbortController().signal)
}

beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  await storeDraft({ key: 'ada/d1/tab-1', tab: 'tab-1', keptAt: 1, record }, [])
})

test('the text of a new story that a tab left behind is offered', async () => {
  const offers = new OfferedDrafts()
  await load(offers)
  expect(offers.first?.record.text.content).toBe('one')
})

test('it is not offered beside a story that was made while it was looked for', async () => {
  const offers = new OfferedDrafts()
  const loading = load(offers)
  offers.withdraw()
  await loading
  expect(offers.first).toBeUndefined()
})
