import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { answerCalls, answerFetch, answerWhenTold } from '#components/testing/fake-fetch.ts'
import type { CallAnswer } from './call-bff.ts'
import { askAgain, forgetAnswers, useCall } from './use-call.ts'

const publications = (...names: string[]) => ({ body: names.map((name) => ({ name })) })

function Names({ of }: { of: string }) {
  const { data, error } = useCall('GET /publications/user')
  return <p>{`${of}: ${error?.message ?? data?.map(({ name }) => name).join() ?? 'loading'}`}</p>
}

afterEach(forgetAnswers)

describe('what a page loads', () => {
  test('is loaded once, however many show it, and not again for one more', async () => {
    const calls = answerCalls(publications('Night Notes'))
    const show = (...names: string[]) => (
      <>
        {names.map((of) => (
          <Names key={of} of={of} />
        ))}
      </>
    )
    const { rerender } = render(show('menu', 'editor'))
    expect(screen.getByText('menu: loading')).toBeVisible()
    expect(await screen.findByText('menu: Night Notes')).toBeVisible()
    expect(screen.getByText('editor: Night Notes')).toBeVisible()
    rerender(show('menu', 'editor', 'list'))
    expect(screen.getByText('list: Night Notes')).toBeVisible()
    expect(calls).toEqual([{ method: 'GET', path: '/api/publications/user', body: undefined }])
  })

  test('is loaded again on demand, for all that show it; the former answer stays in the meantime', async () => {
    const calls = answerCalls(publications('Old'), publications('New'))
    render(<Names of="menu" />)
    await screen.findByText('menu: Old')
    const again = act(() => askAgain('GET /publications/user'))
    expect(screen.getByText('menu: Old')).toBeVisible()
    await again
    expect(await screen.findByText('menu: New')).toBeVisible()
    expect(calls).toHaveLength(2)
  })

  test('is not retried by itself after a failure, which is reported', async () => {
    const calls = answerCalls({ status: 503, body: { message: 'Not available right now.' } })
    render(<Names of="menu" />)
    expect(await screen.findByText('menu: Not available right now.')).toBeVisible()
    act(() => {
      dispatchEvent(new Event('focus'))
      dispatchEvent(new Event('online'))
    })
    expect(calls).toHaveLength(1)
  })

  test('is undefined without a name', () => {
    const asked = answerFetch()
    const { result } = renderHook(() => useCall(false as false | 'GET /users/sessions'))
    expect(result.current).toMatchObject({ data: undefined, isLoading: false })
    expect(asked).toEqual([])
  })

  test('is forgotten with its owner, also what is still under way', async () => {
    const { answer } = answerWhenTold()
    const { result } = renderHook(() => useCall('GET /publications/user'))
    act(forgetAnswers)
    await act(async () => answer('/api/publications/user', publications('Of somebody else')))
    expect(result.current.data).toBeUndefined()
  })
})

describe('an answer that follows the typing', () => {
  const heads = ({ body }: CallAnswer<'GET /contents/search'>) => body.map(({ slug }) => slug).join()
  const searchFor = (content: string) =>
    useCall('GET /contents/search', { query: { content } }, { read: heads, followsInput: true })

  test('stays until the next one arrives, whose request aborts the previous one', async () => {
    const { asked, answer } = answerWhenTold()
    const find = (content: string, slug: string) =>
      act(async () => answer(`/api/contents/search?content=${content}`, { body: [{ slug }] }))

    const { result, rerender } = renderHook(searchFor, { initialProps: 'l' })
    await find('l', 'one')
    expect(result.current.data).toBe('one')
    rerender('li')
    await waitFor(() => expect(asked).toHaveLength(2))
    rerender('lif')
    await waitFor(() => expect(asked).toHaveLength(3))
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, true, false])
    expect(result.current).toMatchObject({ data: 'one', error: undefined })

    // Back at the one that was aborted: its failure does not show, and it is loaded again.
    rerender('li')
    expect(result.current.error).toBeUndefined()
    await find('li', 'two')
    expect(result.current.data).toBe('two')
  })
})

test('only calls that change nothing can be loaded', () => {
  // Checked by the compiler, and never run.
  const calls = () => {
    // @ts-expect-error it changes something
    useCall('POST /users/logout')
    // @ts-expect-error it changes something, although it is a GET
    useCall('GET /newsletters/confirm/:uuid', { params: { uuid: 'a' } })
    // @ts-expect-error the parameter is missing
    useCall('GET /users/profile/:uuid')
    // @ts-expect-error a profile has no such part
    return useCall('GET /users/profile/:uuid', { params: { uuid: 'a' } }).data?.password
  }
  expect(calls).toBeInstanceOf(Function)
})
