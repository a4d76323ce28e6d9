import { act, renderHook, waitFor } from '@testing-library/react'
import { answerFetch, answerWhenTold } from '#components/testing/fake-fetch.ts'
import { forgetAnswers } from './use-call.ts'
import { useCallPages } from './use-call-pages.ts'

const path = '/api/contents/category/fiction?limit=2'
const input = { params: { category: 'fiction' }, query: { limit: 2 } }
const page = (next: string | undefined, ...slugs: string[]) => ({
  body: slugs.map((slug) => ({ slug })),
  ...(next && { link: `<${path}&cursor=${next}>; rel="next"` }),
})

const list = () => renderHook(() => useCallPages('GET /contents/category/:category', input, 'c1')).result
const slugs = ({ current }: ReturnType<typeof list>) =>
  current.pages.map(({ items }) => items.map(({ slug }) => slug).join(' '))

afterEach(forgetAnswers)

describe('the pages of a list', () => {
  test('are loaded on demand, one after the other, until the last', async () => {
    const asked = answerFetch(page('c2', 'a', 'b'), page(undefined, 'c'))
    const shown = list()
    expect(shown.current).toMatchObject({ pages: [], nextCursor: 'c1', isLoading: false })
    act(() => shown.current.askNext())
    expect(shown.current.isLoading).toBe(true)
    await waitFor(() => expect(slugs(shown)).toEqual(['a b']))
    expect(shown.current).toMatchObject({ nextCursor: 'c2', isLoading: false })
    act(() => shown.current.askNext())
    await waitFor(() => expect(slugs(shown)).toEqual(['a b', 'c']))
    expect(shown.current).toMatchObject({ nextCursor: undefined, isLoading: false })
    expect(asked).toEqual([`${path}&cursor=c1`, `${path}&cursor=c2`])
  })

  test('stay when the next one fails, which is reported and can be retried', async () => {
    const asked = answerFetch(page('c2', 'a'), { status: 503, body: { message: 'Not now.' } }, page(undefined, 'b'))
    const shown = list()
    act(() => shown.current.askNext())
    await waitFor(() => expect(slugs(shown)).toEqual(['a']))
    act(() => shown.current.askNext())
    await waitFor(() => expect(shown.current.error?.message).toBe('Not now.'))
    expect(slugs(shown)).toEqual(['a'])
    expect(shown.current).toMatchObject({ nextCursor: 'c2', isLoading: false })
    act(() => shown.current.askNext())
    await waitFor(() => expect(slugs(shown)).toEqual(['a', 'b']))
    expect(shown.current.error).toBeUndefined()
    expect(asked).toHaveLength(3)
  })

  test('are as long as requested, in as few calls as the server allows, then of the usual length', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `s${index}`)
    const asked = answerFetch(page('c2', ...many), page('c3', 'x', 'y'), page('c4', 'z'))
    const shown = list()
    act(() => shown.current.askNext(102))
    await waitFor(() => expect(shown.current.pages[0]?.items).toHaveLength(102))
    act(() => shown.current.askNext())
    await waitFor(() => expect(shown.current.nextCursor).toBe('c4'))
    expect(asked.map((address) => address.split('?')[1])).toEqual([
      'limit=100&cursor=c1',
      'limit=2&cursor=c2',
      'limit=2&cursor=c3',
    ])
  })

  test('begin with the known items, without a call for them', async () => {
    const asked = answerFetch(page(undefined, 'c'))
    const shown = list()
    act(() => shown.current.takeFirst({ items: page('', 'a', 'b').body as never[], nextCursor: 'c2' }))
    expect(slugs(shown)).toEqual(['a b'])
    expect(shown.current).toMatchObject({ nextCursor: 'c2', isLoading: false })
    act(() => shown.current.askNext())
    await waitFor(() => expect(slugs(shown)).toEqual(['a b', 'c']))
    expect(asked).toEqual([`${path}&cursor=c2`])
  })

  test('are forgotten with their owner, also what is still under way', async () => {
    const { answer } = answerWhenTold()
    const shown = list()
    act(() => shown.current.askNext())
    await act(async () => answer(`${path}&cursor=c1`, page('c2', 'a')))
    expect(slugs(shown)).toEqual(['a'])
    act(() => shown.current.askNext())
    act(forgetAnswers)
    await act(async () => answer(`${path}&cursor=c2`, page(undefined, 'b')))
    expect(shown.current).toMatchObject({ pages: [], nextCursor: 'c1' })
  })
})

test('only a list has pages', () => {
  // Checked by the compiler, and never run.
  const calls = () => {
    // @ts-expect-error a profile is one thing
    useCallPages('GET /users/profile/:uuid', { params: { uuid: 'a' } }, 'c1')
    // @ts-expect-error the parameter is missing
    useCallPages('GET /contents/category/:category', {}, 'c1')
  }
  expect(calls).toBeInstanceOf(Function)
})
