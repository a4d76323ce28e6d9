import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { aStory } from '#components/testing/a-story.ts'
import { answerFetch } from '#components/testing/fake-fetch.ts'
import { placeListEnd } from '#components/testing/place-list-end.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { MoreStories } from './more-stories.tsx'

const fiction = {
  name: 'GET /contents/category/:category',
  input: { params: { category: 'fiction' }, query: { limit: 12 } },
} as const
const api = '/api/contents/category/fiction?limit=12'
const link = (cursor: string) => `<${api}&cursor=${cursor}>; rel="next"`

function show() {
  return render(<MoreStories cursor="c1" heading="h2" listPath="/articles/fiction" listCall={fiction} shown={['a']} />)
}

describe('more stories', () => {
  test('is a plain link to the next page', () => {
    placeListEnd('in view')
    show()
    const next = screen.getByRole('link', { name: 'More stories' })
    expect(next).toHaveAttribute('href', '/articles/fiction?cursor=c1')
    expect(next).toHaveAttribute('rel', 'next')
  })

  test('loads the next page in place, says how many came, and moves the focus to the first of them', async () => {
    placeListEnd('in view')
    const asked = answerFetch({ body: [aStory({ slug: 'b' }), aStory({ slug: 'c' })], link: link('c2') })
    show()
    fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    expect(await screen.findByText('2 more stories loaded')).toBeInTheDocument()
    expect(asked).toEqual([`${api}&cursor=c1`])
    expect(document.activeElement).toHaveAttribute('href', '/article/b')
    expect(screen.getByRole('link', { name: 'More stories' })).toHaveAttribute('href', '/articles/fiction?cursor=c2')
  })

  test('loads by itself at most three times, so that the footer stays within reach', async () => {
    placeListEnd('soon in view')
    const asked = answerFetch(
      { body: [aStory({ slug: 'b' })], link: link('c2') },
      { body: [aStory({ slug: 'c' })], link: link('c3') },
      { body: [aStory({ slug: 'd' })], link: link('c4') },
    )
    show()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(asked).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'More stories' })).toBeVisible()
  })

  test.each(['in view', 'far below'] as const)('loads nothing by itself while its end is %s', (place) => {
    placeListEnd(place)
    const asked = answerFetch()
    show()
    expect(asked).toEqual([])
    expect(screen.getByRole('link', { name: 'More stories' })).toBeVisible()
  })

  test('shows a story once that has moved onto the next page meanwhile', async () => {
    placeListEnd('soon in view')
    const again = [aStory({ slug: 'a' }), aStory({ slug: 'b' })]
    answerFetch({ body: [aStory({ slug: 'b' })], link: link('c2') }, { body: again })
    show()
    expect(await screen.findByText('That was the last one.')).toBeVisible()
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  describe('whose face is not there yet', () => {
    let asked: string[]
    let bring: () => void
    beforeEach(() => {
      asked = []
      document.documentElement.style.setProperty('--serif-slanted', '"slanted", "stand-in"')
      const load = (font: string, text: string) => {
        asked.push(`${font}: ${text}`)
        if (font.includes('stand-in')) return Promise.reject(new DOMException('No such face'))
        return new Promise<void>((resolve) => {
          bring = resolve
        })
      }
      Reflect.set(document, 'fonts', { load })
      placeListEnd('in view')
      answerFetch({ body: [aStory({ slug: 'b', sub_title: 'Set in italics' })] })
      show()
      jest.useFakeTimers()
      fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    })
    afterEach(() => {
      jest.useRealTimers()
      Reflect.deleteProperty(document, 'fonts')
      document.documentElement.removeAttribute('style')
    })
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

    test('show once it has come: set anew, they would move what is in view', async () => {
      await pass(2_900)
      expect(asked).toEqual(['italic 1rem "slanted": Set in italics', 'italic 1rem "stand-in": Set in italics'])
      expect(screen.queryByRole('article')).toBeNull()
      bring()
      await pass(0)
      expect(screen.getByRole('article')).toBeVisible()
    })

    test('show without it after three seconds', async () => {
      await pass(3_100)
      expect(screen.getByRole('article')).toBeVisible()
    })
  })

  test('stays when a session ends: stories are public', async () => {
    placeListEnd('in view')
    const asked = answerFetch({ body: [aStory({ slug: 'b' })], link: link('c2') })
    show()
    fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    await screen.findByText('1 more story loaded')
    act(forgetAnswers)
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  test('says what went wrong and tries again', async () => {
    placeListEnd('in view')
    answerFetch({ status: 429 }, new TypeError('network'), { body: [aStory({ slug: 'b' })] })
    show()
    fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Please try again later.')
    fireEvent.click(screen.getByRole('link', { name: 'Try again' }))
    expect(await screen.findByText('Failed to load content. Please try again later.')).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Try again' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says so too if an answer is cut off, and keeps the rows', async () => {
    placeListEnd('in view')
    answerFetch({ body: [aStory({ slug: 'b' })], link: link('c2') }, { isCutOff: true })
    show()
    fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    fireEvent.click(screen.getByRole('link', { name: 'More stories' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load content. Please try again later.')
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/articles/fiction?cursor=c2')
  })
})
