import { aStory } from '#components/testing/a-story.ts'
import { loadSavedList, saveList } from './use-list-restoration.ts'

const stories = [aStory({ slug: 'b' }), aStory({ slug: 'c' })]
const kept = { cursor: 'c1', rows: { stories, nextCursor: 'c2' }, count: 2, loads: 1 }

/** jsdom knows no navigation. */
function arriveBy(type: 'navigate' | 'reload' | 'back_forward') {
  performance.getEntriesByType = () => [{ type } as PerformanceNavigationTiming]
}

const timeIs = (now: number) => jest.spyOn(Date, 'now').mockReturnValue(now)

afterEach(() => jest.restoreAllMocks())
beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/articles/fiction')
  arriveBy('back_forward')
})

describe('a list that one left', () => {
  test('is restored with its rows, under its own address only', () => {
    saveList(kept, 900)
    expect(loadSavedList('c1')).toEqual(kept)
    history.replaceState(null, '', '/articles/fiction?cursor=c1')
    expect(loadSavedList('c1')).toBeUndefined()
  })

  test('begins with its height, which is read before the first paint', () => {
    saveList(kept, 900.4)
    expect(Number.parseInt(sessionStorage.getItem('list:/articles/fiction') ?? '', 10)).toBe(901)
  })

  test('is loaded again after a reload, after ten minutes, and if the page now ends elsewhere', () => {
    saveList(kept, 900)
    const without = { ...kept, rows: undefined }
    expect(loadSavedList('another')).toEqual(without)
    arriveBy('reload')
    expect(loadSavedList('c1')).toEqual(without)
    arriveBy('back_forward')
    timeIs(Date.now() + 11 * 60_000)
    expect(loadSavedList('c1')).toEqual(without)
  })

  test('takes little room: five lists, and no more than 300 rows of each', () => {
    for (let list = 1; list <= 8; list++) {
      timeIs(list * 1_000)
      history.replaceState(null, '', `/articles/${list}`)
      saveList(kept, 900)
    }
    expect(Object.keys(sessionStorage).sort()).toEqual([4, 5, 6, 7, 8].map((list) => `list:/articles/${list}`))
    saveList({ ...kept, count: 301 }, 900)
    expect(loadSavedList('c1')).toEqual({ ...kept, count: 301, rows: undefined })
  })

  test('starts over after it is deleted, and if the stored value is invalid', () => {
    saveList(kept, 900)
    saveList(undefined, 0)
    expect(loadSavedList('c1')).toBeUndefined()
    for (const text of ['', '900', '900 1 {', '900 1 null', '900 1 7', 'x 1 {}']) {
      sessionStorage.setItem('list:/articles/fiction', text)
      expect(loadSavedList('c1')).toBeUndefined()
    }
  })

  test('is not kept if storage is full or blocked, and nothing breaks', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    saveList(kept, 900)
    full.mockRestore()
    expect(loadSavedList('c1')).toBeUndefined()
  })
})
