import { act, renderHook, waitFor } from '@testing-library/react'
import { answerFetch } from '#components/testing/fake-fetch.ts'
import { useMoreStories } from './use-more-stories.ts'

const list = {
  name: 'GET /contents/category/:category',
  input: { params: { category: 'all' }, query: { limit: 18, ends: 'steady' } },
} as const

test('a list that is restored is as long as it was, however many rows the page itself has now', async () => {
  for (const [cursor, own, limit] of [
    ['shorter', 8, 22],
    ['longer', 20, 10],
    ['much longer', 60, 1],
  ] as const) {
    const asked = answerFetch({ body: [] })
    const shown = Array.from({ length: own }, (_, index) => `story-${index}`)
    const { result, unmount } = renderHook(() => useMoreStories(list, cursor, shown))
    act(() => result.current.resume({ count: 12, own: 18, loads: 1 }))
    await waitFor(() => expect(asked).toEqual([expect.stringContaining(`limit=${limit}`)]))
    unmount()
  }
})
