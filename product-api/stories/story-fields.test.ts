import {
  cardFields,
  historyFields,
  type JsonName,
  pageFields,
  type StoryField,
  storyFieldNames,
  storyFields,
} from '#contract/story-fields.ts'
import { get, send, withApi } from '#testing/api.ts'
import { anAuthor } from '#testing/factories.ts'
import { copyOf, edit, json, shown, write } from '#testing/writers.ts'

withApi()

type Json = Partial<Record<JsonName, string | null>>

/** A value for every field, so that one that is lost on the way is missed. */
function everyField(mark: string): Json {
  const values = {
    category: mark === 'first' ? 'fiction' : 'books',
    html: `<p>The ${mark} text.</p>`,
    picture: `/covers/${mark}.webp`,
    webAddress: `https://example.com/${mark}`,
  }
  const of = (field: StoryField) => {
    const { kind, label } = storyFields[field]
    return kind in values ? values[kind as keyof typeof values] : `${label}, ${mark}`
  }
  return Object.fromEntries(storyFieldNames.map((field) => [storyFields[field].wire, of(field)]))
}

function only(fields: readonly StoryField[], json: Json): Json {
  return Object.fromEntries(fields.map((field) => [storyFields[field].wire, json[storyFields[field].wire]]))
}

const publicFields = [...cardFields, ...pageFields]
const editorFields = storyFieldNames.filter((field) => storyFields[field].shownOn === 'editor')
const [first, second] = ['first', 'second'].map(everyField) as [Json, Json]

describe('every field of a story', () => {
  test('is in the working copy, before and after it is published', async () => {
    const by = await anAuthor()
    const { id } = await write(by, first)
    expect(await copyOf(by, id)).toMatchObject(first)
    await edit(by, id, { isDraft: false })
    await edit(by, id, { ...second, isDraft: true })
    expect(await copyOf(by, id)).toMatchObject(second)
  })

  test('reaches readers when it is published, and lists if it is on cards', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { ...first, isDraft: false })
    expect(await shown(id)).toMatchObject(only(publicFields, first))
    await edit(by, id, { ...second, isDraft: true })
    expect(await shown(id)).toMatchObject(only(publicFields, first))
    await edit(by, id, { isDraft: false })
    expect(await shown(id)).toMatchObject(only(publicFields, second))
    const [card] = await json<Json[]>(get(`/contents/many/${id}`))
    expect(card).toMatchObject(only(cardFields, second))
    for (const field of pageFields) expect(card).not.toHaveProperty(storyFields[field].wire)
  })

  test('stays with those who may edit the story, if only the editor shows it', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { ...first, isDraft: false })
    const answers = ['?include=content', `/many/${id}`, `/${id}`, '/search?content=first'].map((path) =>
      get(`/contents${path}`, { as: by.id }).then((answer) => answer.text()),
    )
    expect(editorFields).toEqual(['emailSubject', 'emailPreview'])
    for (const answer of await Promise.all(answers)) {
      expect(answer).toContain(id)
      for (const field of editorFields) expect(answer).not.toContain(storyFields[field].wire)
    }
  })

  test('comes back from a revision', async () => {
    const by = await anAuthor()
    const { id } = await write(by, { ...first, isDraft: false })
    await edit(by, id, { ...second, isDraft: false })
    const revisions = await json<{ _id: string }[]>(get(`/contents/${id}/revisions`, { as: by.id }))
    const path = `/contents/${id}/revisions/${revisions.at(-1)?._id}`
    expect(await json(get(path, { as: by.id }))).toMatchObject(only(historyFields, first))
    await json(send('POST', `${path}/restore`, { as: by.id, body: {} }))
    expect(await copyOf(by, id)).toMatchObject(first)
  })

  test('is in a duplicate, but for the title', async () => {
    const by = await anAuthor()
    const { id } = await write(by, first)
    const copy = await json<{ id: string }>(send('POST', `/contents/${id}/duplicate`, { as: by.id }))
    expect(await copyOf(by, copy.id)).toMatchObject({ ...first, title: `Copy of ${first.title}` })
  })

  test('can be emptied, but for the category', async () => {
    const by = await anAuthor()
    const { id } = await write(by, first)
    const empty = Object.fromEntries(storyFieldNames.map((field) => [storyFields[field].wire, '']))
    await edit(by, id, empty)
    const copy = await copyOf(by, id)
    for (const field of storyFieldNames.filter((name) => name !== 'category')) {
      expect([field, copy[storyFields[field].wire] || null]).toEqual([field, null])
    }
  })

  test.each(storyFieldNames)('has a limit, whose refusal names it: %s', async (field) => {
    const { wire, kind, most } = storyFields[field]
    const tooLong = `${kind === 'picture' || kind === 'webAddress' ? 'https://example.com/' : ''}${'x'.repeat(most + 1)}`
    const refused = await send('POST', '/contents', { as: (await anAuthor()).id, body: { [wire]: tooLong } })
    expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([400, [wire]])
  })
})
