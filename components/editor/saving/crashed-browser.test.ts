import { act } from '@testing-library/react'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import {
  inAFreshBrowser,
  kept,
  kill,
  me,
  openEditor,
  person,
  story,
  update,
  wait,
  written,
} from './testing/a-writing-browser.ts'
import { aText } from './testing/merge-paragraphs.ts'

/** A person writes, nothing of it reaches the server, and the browser dies. */
async function leaveBehind(which: typeof story | 'new' = story, paragraphs = ['one before the crash', 'two']) {
  answerCalls()
  const { type } = await openEditor(which)
  type(...paragraphs)
  await wait(2_000)
  await kill()
  answerCalls()
}

inAFreshBrowser()

describe('a browser that dies', () => {
  test('gives the text back, and says from when', async () => {
    await leaveBehind()
    const calls = answerCalls({ body: { ...written, version: 4 } })
    const { saving, page, sentence } = await openEditor()
    expect(saving().recovered).toMatchObject({ isShown: true, keptAt: expect.any(Date) })
    expect(page.text.content).toBe('one before the crash\ntwo')
    act(() => saving().takeRecovered())
    expect(saving().recovered).toBeUndefined()
    await wait(500)
    expect(calls).toMatchObject([{ body: { content: 'one before the crash\ntwo', version: 3 } }])
    expect(sentence()).toBe('Saved')
    expect(await kept()).toEqual([])
  })

  test('gives it back beside what another person has saved since, once its writer agrees', async () => {
    await leaveBehind()
    const calls = answerCalls({ body: { ...written, version: 6 } })
    const { saving, page } = await openEditor({ ...story, content: 'one\ntwo of somebody', version: 5 })
    expect(saving().recovered?.isShown).toBe(false)
    expect(page.text.content).toBe('one\ntwo of somebody')
    act(() => saving().takeRecovered())
    await wait(500)
    expect(calls).toMatchObject([{ body: { content: 'one before the crash\ntwo of somebody', version: 5 } }])
  })

  test('does not give it back when its last request got there', async () => {
    await leaveBehind()
    const { saving } = await openEditor({ ...story, content: 'one before the crash\ntwo', version: 4 })
    expect(saving().recovered).toBeUndefined()
    expect(await kept()).toEqual([])
  })

  test('lets it be, when it is not wanted back, and gives it back when its writer changes their mind', async () => {
    await leaveBehind()
    answerCalls({ body: { ...written, version: 4 } }, { body: { ...written, version: 5 } })
    const { saving, page } = await openEditor()
    const keptAt = saving().recovered?.keptAt
    await act(() => saving().dismissRecovered())
    expect(saving().recovered).toBeUndefined()
    expect(page.text.content).toBe(story.content)
    await wait(4_000)
    await kill()

    const calls = answerCalls({ body: { ...written, version: 6 } })
    const last = await openEditor({ ...story, content: 'one\ntwo of later', version: 5 })
    const [dismissed] = last.saving().dismissed
    expect(last.saving().recovered).toBeUndefined()
    expect(dismissed?.keptAt).toBe(Number(keptAt))
    act(() => last.saving().takeBack(dismissed?.key ?? ''))
    await wait(500)
    expect(calls).toMatchObject([{ body: { content: 'one before the crash\ntwo of later', version: 5 } }])
    expect(last.saving().dismissed).toEqual([])
    expect(await kept()).toEqual([])
  })

  test('sets what was typed after it aside with it, when its writer goes back', async () => {
    await leaveBehind()
    answerCalls({ body: { ...written, version: 4 } }, { body: { ...written, version: 5 } })
    const { saving, type, page } = await openEditor()
    type('one before the crash', 'two, and after')
    await act(() => saving().dismissRecovered())
    expect(page.text.content).toBe(story.content)
    expect(saving().dismissed.map(({ record }) => record.text.content)).toEqual([
      'one before the crash\ntwo, and after',
    ])
  })

  test('drops what was not wanted back after 60 days', async () => {
    await leaveBehind()
    answerCalls({ body: { ...written, version: 4 } }, { body: { ...written, version: 5 } })
    const { saving } = await openEditor()
    await act(() => saving().dismissRecovered())
    await wait(4_000)
    jest.setSystemTime(Date.now() + 59 * 86_400_000)
    expect(await kept()).toEqual(['one before the crash\ntwo'])
    jest.setSystemTime(Date.now() + 2 * 86_400_000)
    expect(await kept()).toEqual([])
  })

  test('gives an address back that was typed and not saved yet', async () => {
    answerCalls()
    const first = await openEditor()
    act(() => first.saving().chooseSlug('my-lift'))
    await wait(100)
    expect(first.sentence()).toBe('The new address is used once you press Save or Publish')
    await kill()

    const calls = answerCalls({ body: { ...written, slug: 'my-lift', version: 4 } })
    const { saving, saveNow, sentence } = await openEditor()
    act(() => saving().takeRecovered())
    expect(saving().status.chosenSlug).toBe('my-lift')
    await wait(60_000)
    expect(calls).toEqual([])
    void saveNow({ slug: 'my-lift' })
    await wait(500)
    expect(calls).toMatchObject([{ body: { slug: 'my-lift', version: 3 } }])
    expect(saving().status.chosenSlug).toBeUndefined()
    expect(sentence()).toBe('Saved')
    expect(await kept()).toEqual([])
  })

  test('is not taken for a story that has been begun in the meantime, and is offered the next time', async () => {
    await leaveBehind('new', ['one'])
    answerCalls(me, { body: { ...written, version: 1 } })
    const { type, saving } = await openEditor('new')
    expect(saving().recovered?.text.content).toBe('one')
    type('another story')
    await wait(3_500)
    expect(saving().recovered).toBeUndefined()
    expect(await kept()).toEqual(['one'])
  })

  test('gives a new story back to its writer alone', async () => {
    await leaveBehind('new', ['one'])
    expect(await kept('reader-2')).toEqual([])

    const copy = { ...story, content: 'one', version: 1 }
    const calls = answerByPath({
      'GET /api/users/current_user': { body: { uuid: person.uuid } },
      'POST /api/contents': { body: { ...written, version: 1 } },
      [`GET /api/contents/${story._id}/working-copy`]: { body: { ...copy, ...aText('one', '') } },
      [update]: { body: { ...written, version: 2 } },
    })
    const { saving, page, sentence } = await openEditor('new')
    act(() => saving().takeRecovered())
    expect(page.text.content.trim()).toBe('one')
    await wait(3_500)
    expect(sentence()).toBe('Saved')
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})
