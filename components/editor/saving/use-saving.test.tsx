import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { textOf } from './story-text.ts'
import {
  inAFreshBrowser,
  kept,
  me,
  openEditor,
  person,
  story,
  update,
  wait,
  written,
} from './testing/a-writing-browser.ts'
import { mergeParagraphs } from './testing/merge-paragraphs.ts'
import { useSaving } from './use-saving.ts'

const tell = (name: string) => act(() => void dispatchEvent(new Event(name)))

/** An editor whose text is read from the page itself. */
function OneField() {
  const field = useRef<HTMLTextAreaElement>(null)
  const readText = () => ({ ...textOf(story), content: field.current?.value ?? story.content })
  const given = { person, story, initial: textOf(story), readText, showText: () => {}, merge: mergeParagraphs }
  const { changed } = useSaving(given)
  return <textarea ref={field} defaultValue={story.content} onChange={changed} />
}

inAFreshBrowser()

describe('a text that is written', () => {
  test('is saved 3 seconds after the last key, under its version', async () => {
    const calls = answerCalls({ body: { ...written, version: 4 } })
    const { type, sentence } = await openEditor()
    expect(sentence()).toBe('Saved')
    type('one more', 'two')
    expect(sentence()).toBe('Not saved yet')
    await wait(2_900)
    expect(calls).toEqual([])
    await wait(200)
    expect(calls).toMatchObject([
      {
        method: 'PUT',
        path: `/api/contents/${story._id}`,
        body: { content: 'one more\ntwo', version: 3, isDraft: true },
      },
    ])
    expect(sentence()).toBe('Saved')
  })

  test('is in the browser’s own store a second later, until the server has it', async () => {
    answerCalls({ body: { ...written, version: 4 } })
    const { type } = await openEditor()
    type('one more', 'two')
    await wait(1_500)
    expect(await kept()).toEqual(['one more\ntwo'])
    await wait(3_000)
    expect(await kept()).toEqual([])
  })

  test('is said to be kept within two seconds of steady typing', async () => {
    answerCalls({ body: { ...written, version: 4 } })
    const { type, sentence } = await openEditor()
    const said: string[] = []
    for (let key = 0; key < 60; key++) {
      type(`one ${key}`, 'two')
      await wait(100)
      said.push(sentence())
    }
    expect(said[0]).toBe('Not saved yet')
    expect(new Set(said.slice(20))).toEqual(new Set(['Kept on this device']))
  })

  test('is read once a second, however fast one types', async () => {
    answerCalls({ body: { ...written, version: 4 } }, { body: { ...written, version: 5 } })
    const { type, page } = await openEditor()
    for (let key = 0; key < 100; key++) {
      type(`one ${key}`, 'two')
      await wait(50)
    }
    expect(page.reads).toBeLessThanOrEqual(6)
  })

  test('is read for the last time while its editor is still there', async () => {
    answerCalls(new TypeError('Failed to fetch'))
    const { unmount } = render(<OneField />)
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: 'one more\ntwo' } })
    await wait(1_500)
    fireEvent.change(field, { target: { value: 'one more word\ntwo' } })
    unmount()
    await wait(100)
    expect(await kept()).toEqual(['one more word\ntwo'])
  })

  test('is not sent when it is the same again', async () => {
    answerCalls()
    const { type, sentence } = await openEditor()
    type('one!', 'two')
    type('one', 'two')
    await wait(40_000)
    expect(sentence()).toBe('Saved')
  })
})

describe('a new story', () => {
  test('is made once there is something in it, and is edited from then on', async () => {
    const calls = answerCalls(me, { body: { ...written, version: 1 } }, { body: { ...written, version: 2 } })
    const { type, saving, sentence } = await openEditor('new')
    await wait(60_000)
    expect(sentence()).toBe('Nothing to save yet')
    type('one')
    await wait(3_500)
    expect(saving().status.slug).toBe(story.slug)
    type('one', 'two')
    await wait(3_500)
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/users/current_user',
      'POST /api/contents',
      update,
    ])
    expect(calls[1]?.body).toMatchObject({ draft_key: '01990000-0000-4000-8000-0000000000d1', isDraft: true })
    expect(calls[2]?.body).toMatchObject({ content: 'one\ntwo', version: 1 })
  })

  test('is not created for another person who has signed in in the meantime', async () => {
    const calls = answerCalls({ body: { uuid: 'reader-2' } })
    const { type, sentence } = await openEditor('new')
    type('one')
    await wait(10_000)
    expect(calls).toHaveLength(1)
    expect(sentence()).toBe('Someone else is logged in, kept on this device')
    expect(await kept()).toEqual(['one'])
  })

  test('is made by Save even if it is empty', async () => {
    answerCalls(me, { body: { ...written, version: 1 } })
    const { saveNow } = await openEditor('new')
    const saved = saveNow()
    await wait(500)
    expect(await saved).toEqual({ slug: story.slug, storyId: story._id, version: 1 })
  })
})

describe('if something fails', () => {
  test.each([
    ['is out of reach', new TypeError('Failed to fetch')],
    ['takes too long', new DOMException('The operation timed out.', 'TimeoutError')],
  ])('it does not say that the browser is offline when the server %s', async (_, failure) => {
    answerCalls(failure)
    const { type, sentence } = await openEditor()
    type('one', 'two more')
    await wait(5_000)
    expect(sentence()).toBe('The server doesn’t answer, kept on this device')
  })

  test('offline it goes on in the browser, and is sent once the network is back', async () => {
    answerCalls(new TypeError('Failed to fetch'))
    const { type, sentence } = await openEditor()
    tell('offline')
    type('one offline', 'two')
    await wait(5_000)
    expect(sentence()).toBe('Offline, kept on this device')
    const calls = answerCalls({ body: { ...written, version: 4 } })
    tell('online')
    await wait(100)
    expect(calls).toMatchObject([{ body: { content: 'one offline\ntwo' } }])
    expect(sentence()).toBe('Saved')
  })

  test('a fault of the server is tried again, later and later', async () => {
    const calls = answerCalls({ status: 500 }, { status: 502 }, { body: { ...written, version: 4 } })
    const { type, sentence } = await openEditor()
    type('one more', 'two')
    await wait(3_100)
    expect(calls).toHaveLength(1)
    expect(sentence()).toBe('Not saved yet, kept on this device. Something went wrong, we’ll try again soon')
    await wait(1_300)
    expect(calls).toHaveLength(2)
    await wait(2_600)
    expect(calls).toHaveLength(3)
    expect(sentence()).toBe('Saved')
  })

  test('Save says that the server failed, and the text is sent again by itself', async () => {
    const calls = answerCalls({ status: 500, body: { message: 'Oh no.' } }, { body: { ...written, version: 4 } })
    const { type, sentence, saveNow } = await openEditor()
    type('one more', 'two')
    const refused = expect(saveNow()).rejects.toMatchObject({ status: 500 })
    await wait(900)
    await refused
    expect(await kept()).toEqual(['one more\ntwo'])
    await wait(2_000)
    expect(calls.map(({ body }) => (body as { content: string }).content)).toEqual(['one more\ntwo', 'one more\ntwo'])
    expect(sentence()).toBe('Saved')
  })

  test('signed out it is kept, and goes on once the same person is signed in again', async () => {
    answerCalls({ status: 401, body: { message: 'Please log in' } })
    const { type, sentence, saving } = await openEditor()
    type('one more', 'two')
    await wait(5_000)
    expect(saving().status.phase).toBe('signed-out')
    expect(sentence()).toBe('Logged out, kept on this device')
    const calls = answerCalls({ body: { uuid: person.uuid } }, { body: { ...written, version: 4 } })
    tell('focus')
    await wait(500)
    expect(calls.map(({ path }) => path)).toEqual(['/api/users/current_user', `/api/contents/${story._id}`])
    expect(sentence()).toBe('Saved')
  })

  test('signed in as another person, nothing of it is sent', async () => {
    answerCalls({ status: 401, body: { message: 'Please log in' } })
    const { type, sentence, saveNow } = await openEditor()
    type('one more', 'two')
    await wait(5_000)
    const calls = answerCalls({ body: { uuid: 'reader-2' } })
    tell('focus')
    await wait(90_000)
    expect(calls).toHaveLength(1)
    expect(sentence()).toBe('Someone else is logged in, kept on this device')
    const saved = saveNow()
    await wait(50)
    expect(await saved).toBeUndefined()
  })

  test('a text that the server refuses is tried again after a change', async () => {
    const detail = 'A title has at most 200 characters.'
    const calls = answerCalls(
      { status: 400, body: { message: detail, fields: { title: detail } } },
      { body: { ...written, version: 4 } },
    )
    const { type, sentence, saving } = await openEditor()
    type('one more', 'two')
    await wait(60_000)
    expect(sentence()).toBe(`Not saved: ${detail}`)
    expect(saving().failure?.fields).toEqual({ title: detail })
    expect(calls).toHaveLength(1)
    type('one', 'two more')
    await wait(3_500)
    expect(sentence()).toBe('Saved')
    expect(saving().failure).toBeUndefined()
  })

  test('too many requests wait as long as the server says', async () => {
    const calls = answerCalls({ status: 429, retryAfter: 40 }, { body: { ...written, version: 4 } })
    const { type, sentence } = await openEditor()
    type('one more', 'two')
    await wait(3_100)
    tell('online')
    await wait(39_000)
    expect(calls).toHaveLength(1)
    await wait(2_000)
    expect(sentence()).toBe('Saved')
  })

  test('a browser without a store says that the tab must stay, and asks before it closes', async () => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    answerCalls(new TypeError('Failed to fetch'))
    const { type, sentence } = await openEditor()
    type('one more', 'two')
    await wait(4_000)
    expect(sentence()).toBe('Not saved anywhere yet — keep this tab open')
    const closing = new Event('beforeunload', { cancelable: true })
    act(() => void dispatchEvent(closing))
    expect(closing.defaultPrevented).toBe(true)
    IDBObjectStore.prototype.put = put
  })

  test('a page that is hidden sends what it has, even if it goes away', async () => {
    const calls = answerCalls({ body: { ...written, version: 4 } })
    const { type } = await openEditor()
    type('one more', 'two')
    tell('pagehide')
    await wait(0)
    expect(calls).toMatchObject([{ body: { content: 'one more\ntwo' } }])
  })
})

describe('another person’s changes', () => {
  const stale = (content: string) => ({
    ...{
      status: 409,
      body: { code: 'conflict', message: 'It was changed', current: { ...story, content, version: 4 } },
    },
  })

  test('in another paragraph meet mine', async () => {
    const calls = answerCalls(stale('one\ntwo of somebody'), { body: { ...written, version: 5 } })
    const { type, page, sentence } = await openEditor()
    type('one more', 'two')
    await wait(3_500)
    expect(page.text.content).toBe('one more\ntwo of somebody')
    expect(calls[1]?.body).toMatchObject({ content: 'one more\ntwo of somebody', version: 4 })
    expect(sentence()).toBe('Saved')
  })

  test('in the same paragraph wait for the writer’s word, and typing goes on', async () => {
    const calls = answerCalls(stale('one of somebody\ntwo'), { body: { ...written, version: 5 } })
    const { type, page, saving, sentence } = await openEditor()
    type('one more', 'two')
    await wait(5_000)
    expect(saving().conflict).toMatchObject({
      mine: { content: 'one more\ntwo' },
      theirs: { content: 'one of somebody\ntwo' },
    })
    expect(sentence()).toBe('Changed in another tab or by someone else, yours is kept on this device')
    type('one more', 'two and typed')
    await wait(5_000)
    expect(await kept()).toEqual(['one more\ntwo and typed'])
    expect(calls).toHaveLength(1)

    act(() => saving().resolve({ ...page.text, content: 'one of both\ntwo' }))
    expect(page.text.content).toBe('one of both\ntwo and typed')
    await wait(500)
    expect(calls[1]?.body).toMatchObject({ content: 'one of both\ntwo and typed', version: 4 })
    expect(saving().conflict).toBeUndefined()
    expect(sentence()).toBe('Saved')
  })

  test('are my own if only the answer was lost', async () => {
    const calls = answerCalls(new TypeError('Failed to fetch'), stale('one more\ntwo'))
    const { type, sentence } = await openEditor()
    type('one more', 'two')
    await wait(6_000)
    expect(calls).toHaveLength(2)
    expect(sentence()).toBe('Saved')
  })

  test('come with the story if the server says only that there are some', async () => {
    answerByPath({
      [update]: { status: 409, body: { code: 'conflict', message: 'It was changed' } },
      [`GET /api/contents/${story._id}/working-copy`]: {
        body: { ...story, content: 'one of somebody\ntwo', version: 4 },
      },
    })
    const { type, saving } = await openEditor()
    type('one more', 'two')
    await wait(4_000)
    expect(saving().conflict?.theirs.content).toBe('one of somebody\ntwo')
  })

  test.each(['unreadable', 'one\nunshowable'])(
    'that the editor fails at leave both texts as they are: %j',
    async (theirs) => {
      globalThis.reportError = (fault) => reported.push(fault)
      const reported: unknown[] = []
      const calls = answerCalls(stale(theirs))
      const { type, sentence } = await openEditor()
      type('one more', 'two')
      await wait(60_000)
      expect(reported).toEqual([new Error('The editor fails')])
      expect(sentence()).toContain('Not saved: It was also changed elsewhere')
      expect(await kept()).toEqual(['one more\ntwo'])
      expect(calls).toHaveLength(1)
    },
  )
})

describe('Publish', () => {
  test('sends the text as it is now', async () => {
    const calls = answerCalls({ body: { ...written, isDraft: false, version: 4 } })
    const { type, saving } = await openEditor()
    type('one more', 'two')
    const published = saving().publish({ sendNewsletter: true, slug: 'mine' })
    await wait(500)
    expect(await published).toMatchObject({ slug: story.slug })
    const { path, body } = calls[0] ?? {}
    expect(path).toBe(`/api/contents/${story._id}`)
    expect(body).toMatchObject({
      content: 'one more\ntwo',
      isDraft: false,
      sendNewsletter: true,
      slug: 'mine',
      version: 3,
    })
  })

  test('makes a new story first', async () => {
    const calls = answerCalls(
      { body: { uuid: person.uuid } },
      { body: { ...written, version: 1 } },
      { body: { ...written, isDraft: false, version: 2 } },
    )
    const { type, saving } = await openEditor('new')
    type('one')
    const published = saving().publish({})
    await wait(500)
    expect(await published).toMatchObject({ slug: story.slug })
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'PUT'])
  })

  test('keeps the address that was typed while another one was under way', async () => {
    answerCalls({ body: { ...written, isDraft: false, version: 4 } })
    const { saving } = await openEditor()
    act(() => saving().chooseSlug('mine'))
    const published = saving().publish({ slug: 'mine' })
    act(() => saving().chooseSlug('mine-too'))
    await wait(500)
    await published
    expect(saving().status.chosenSlug).toBe('mine-too')
  })

  test('says why it was refused; the text is saved anyway', async () => {
    const detail = 'Another story already has this address. Please choose another one.'
    const calls = answerCalls(
      { status: 409, body: { code: 11000, message: detail, fields: { slug: detail } } },
      { body: { ...written, version: 4 } },
    )
    const { type, saving, sentence } = await openEditor()
    type('one more', 'two')
    const refused = saving()
      .publish({ slug: 'taken' })
      .catch((fault) => fault)
    await wait(500)
    expect(await refused).toBeInstanceOf(CallFailure)
    expect(await refused).toMatchObject({ message: detail, fields: { slug: detail } })
    expect(calls[1]?.body).toMatchObject({ isDraft: true })
    expect(sentence()).toBe('Saved')
  })

  test('does not send out a merge of two texts that no one has read yet', async () => {
    const current = { ...story, content: 'one\ntwo of somebody', version: 4 }
    const calls = answerCalls(
      { status: 409, body: { code: 'conflict', current } },
      { body: { ...written, version: 5 } },
    )
    const { type, saving } = await openEditor()
    type('one more', 'two')
    const refused = saving()
      .publish({})
      .catch((fault) => fault)
    await wait(500)
    expect((await refused).message).toContain('Both versions have been merged')
    expect(calls[1]?.body).toMatchObject({ isDraft: true, content: 'one more\ntwo of somebody' })
  })

  test('knows from then on that the story is public', async () => {
    answerCalls({ body: { ...written, isDraft: false, version: 4 } })
    const { type, saving } = await openEditor()
    expect(saving().status.isPublic).toBe(false)
    type('one more', 'two')
    const published = saving().publish({})
    await wait(500)
    await published
    expect(saving().status.isPublic).toBe(true)
  })

  test('says that another tab was first and did not email the story', async () => {
    const current = { ...story, content: 'one more\ntwo', isDraft: false, sendNewsletter: false, version: 4 }
    answerCalls({ status: 409, body: { code: 'conflict', current } })
    const { type, saving } = await openEditor()
    type('one more', 'two')
    const refused = saving()
      .publish({ sendNewsletter: true })
      .catch((fault) => fault)
    await wait(500)
    expect((await refused).message).toBe('This story was published elsewhere a moment ago, and not emailed.')
    expect(saving().status).toMatchObject({ isPublic: true, version: 4 })
  })

  test('takes a story that is public with the same text and the same emails for its own', async () => {
    const current = { ...story, content: 'one more\ntwo', isDraft: false, sendNewsletter: true, version: 4 }
    answerCalls({ status: 409, body: { code: 'conflict', current } })
    const { type, saving } = await openEditor()
    type('one more', 'two')
    const published = saving().publish({ sendNewsletter: true })
    await wait(500)
    expect(await published).toMatchObject({ version: 4 })
  })
})
