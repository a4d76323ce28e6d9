import { act, renderHook } from '@testing-library/react'
import { signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { closeDatabase, listDrafts } from '../local-drafts.ts'
import { type StoryText, textOf } from '../story-text.ts'
import { useSaving } from '../use-saving.ts'
import { aText, mergeParagraphs } from './merge-paragraphs.ts'

export const person = { uuid: 'reader-1' }
export const story = aWorkingCopy({ ...aText('one', 'two'), version: 3 })
export const written = {
  _id: story._id,
  id: story._id,
  slug: story.slug,
  isDraft: true,
  updated_at: '2026-03-04T08:00:00Z',
}
export const update = `PUT /api/contents/${story._id}`
export const me = { body: { uuid: person.uuid } }
const editors: (() => void)[] = []

/** An editor of one paragraph after the other. */
export async function openEditor(which: typeof story | 'new' = story) {
  const of = which === 'new' ? undefined : which
  const page = { text: of ? textOf(of) : aText('', ''), reads: 0 }
  const { result, unmount } = renderHook(() =>
    useSaving({
      ...{ person, story: of, initial: page.text, draftKey: '01990000-0000-4000-8000-0000000000d1' },
      readText: () => {
        page.reads++
        return page.text
      },
      showText: (text: StoryText) => {
        if (text.content.includes('unshowable')) throw new Error('The editor fails')
        page.text = text
      },
      merge: (base, mine, theirs) => {
        if (theirs.content === 'unreadable') throw new Error('The editor fails')
        return mergeParagraphs(base, mine, theirs)
      },
    }),
  )
  editors.push(unmount)
  await wait(50)
  return {
    page,
    saving: () => result.current,
    sentence: () => result.current.status.sentence,
    saveNow(extra?: { slug: string }) {
      let saved: ReturnType<typeof result.current.saveNow> | undefined
      act(() => {
        saved = result.current.saveNow(extra)
      })
      return saved
    },
    type(...paragraphs: string[]) {
      act(() => {
        page.text = { ...page.text, content: paragraphs.join('\n') }
        result.current.changed()
      })
    },
  }
}

const realTimeout = setTimeout
/** Lets time pass; the store, which has its own timers, keeps up with it. */
export const wait = (ms: number) =>
  act(async () => {
    for (let passed = 0; passed <= ms; passed += 250) {
      await jest.advanceTimersByTimeAsync(Math.min(250, ms - passed))
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => realTimeout(resolve))
    }
  })
export const kept = async (uuid = person.uuid) => {
  const drafts = listDrafts(uuid)
  await wait(50)
  return (await drafts).map(({ record }) => record.text.content)
}

/** Simulates a crash of the browser: nothing more is sent or stored, and no timer runs. */
export async function kill() {
  jest.clearAllTimers()
  const answer = globalThis.fetch
  globalThis.fetch = () => new Promise(() => {})
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = () => {
    throw new Error('The browser is dead')
  }
  for (const unmount of editors.splice(0)) unmount()
  await wait(100)
  globalThis.fetch = answer
  IDBObjectStore.prototype.put = put
}

/** Before and after each test: nothing is kept, and the clock stops until the test advances it. */
export function inAFreshBrowser(): void {
  beforeEach(async () => {
    jest.useFakeTimers()
    freshIndexedDb()
    closeDatabase()
    await signedInBrowser()
  })
  afterEach(async () => {
    await kill()
    jest.useRealTimers()
  })
}
