import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { aStory } from '#components/testing/a-story.ts'
import { answerFetch, answerWhenTold } from '#components/testing/fake-fetch.ts'
import { placeListEnd } from '#components/testing/place-list-end.ts'
import { LiveSearch } from './live-search.tsx'
import type { SearchState } from './use-search.ts'

function show(initial: Partial<SearchState> = {}, { failure, newest }: { failure?: string; newest?: ReactNode } = {}) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <LiveSearch
        initial={{ query: '', hits: [], ...initial }}
        failure={failure}
        longest={200}
        perPage={12}
        topics={<p>Start here</p>}
        newest={newest}
      />
    </SWRConfig>,
  )
}

const hit = (slug: string) => ({ ...aStory({ slug, title: `Story ${slug}` }), highlights: null })
const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

describe('the search page', () => {
  beforeEach(() => {
    placeListEnd('in view')
    history.replaceState(null, '', '/search')
  })

  test('starts calmly and makes no call', () => {
    const asked = answerFetch()
    show()
    expect(screen.getByText('Start here')).toBeVisible()
    expect(asked).toEqual([])
  })

  test('shows what the server found without asking again', () => {
    const asked = answerFetch()
    show({ query: 'lift', hits: [hit('a')] })
    expect(screen.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(asked).toEqual([])
  })

  test('finds once the typing pauses, announces the count, and keeps the address in step', async () => {
    const asked = answerFetch({ body: [hit('a'), hit('b')] })
    show()
    type('li')
    type('lift')
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 results'))
    expect(asked).toEqual(['/api/contents/search?content=lift&limit=12'])
    expect(location.search).toBe('?q=lift')
  })

  test.each([
    ['of', '“of” is too common a word to search for.'],
    ['of the', '“of the” has only words that are too common to search for.'],
  ])('says that %s is too common, and what to add', (query, sentence) => {
    show({ query, hits: [], isTooCommon: true })
    expect(screen.getByText(sentence)).toBeVisible()
    expect(screen.getByText(/^Add a rarer word/)).toBeVisible()
    expect(screen.queryByText(/Check the spelling/)).toBeNull()
  })

  test('says which query was really used', async () => {
    answerFetch({ body: [hit('a')], corrected: 'pigeons' })
    show()
    type('pidgeons')
    expect(await screen.findByText(/Showing results for/)).toHaveTextContent(
      'Showing results for pigeons instead of “pidgeons”.',
    )
  })

  test('walks through the results by arrow keys', () => {
    show({ query: 'lift', hits: [hit('a'), hit('b')] })
    const box = screen.getByRole('searchbox')
    box.focus()
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(document.activeElement).toHaveAttribute('href', '/article/a')
    fireEvent.keyDown(document.activeElement ?? box, { key: 'ArrowDown' })
    expect(document.activeElement).toHaveAttribute('href', '/article/b')
    fireEvent.keyDown(document.activeElement ?? box, { key: 'ArrowUp' })
    fireEvent.keyDown(document.activeElement ?? box, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(box)
  })

  test('newer results keep the focus in the list for a reader on a row', async () => {
    answerFetch({ body: [hit('c'), hit('d')] })
    show({ query: 'lift', hits: [hit('a'), hit('b')] })
    type('pigeon')
    screen.getByRole('searchbox').focus()
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
    expect(document.activeElement).toHaveAttribute('href', '/article/a')
    expect(await screen.findByRole('link', { name: 'Story c' })).toHaveFocus()
  })

  test('the newest stories stay until the first results are there, and so does the place of a reader among them', async () => {
    const { asked, answer } = answerWhenTold()
    const newest = (
      <a href="/article/newest" data-story-link="">
        The newest story
      </a>
    )
    show({}, { newest })
    screen.getByRole('searchbox').focus()
    type('pigeon')
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.getByRole('link', { name: 'The newest story' })).toHaveFocus()
    expect(screen.queryByText(/We found nothing/)).toBeNull()

    await act(async () => answer('/api/contents/search?content=pigeon&limit=12', { body: [hit('c')] }))
    expect(await screen.findByRole('link', { name: 'Story c' })).toHaveFocus()
  })

  test('down is not lost that is pressed before the results are there, but typing takes it back', async () => {
    answerFetch({ body: [hit('c')] })
    show()
    const box = screen.getByRole('searchbox')
    box.focus()
    type('pigeon')
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(box).toHaveFocus()
    expect(await screen.findByRole('link', { name: 'Story c' })).toHaveFocus()

    box.focus()
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    box.focus()
    fireEvent.keyDown(box, { key: 's' })
    type('pigeons')
    await waitFor(() => expect(location.search).toBe('?q=pigeons'))
    expect(box).toHaveFocus()
  })

  test('newer results keep the focus in the field', async () => {
    answerFetch({ body: [hit('c')] })
    show({ query: 'lift', hits: [hit('a')] })
    screen.getByRole('searchbox').focus()
    type('pigeon')
    await screen.findByRole('link', { name: 'Story c' })
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  test('/ leads to the field, until it is switched off', () => {
    show()
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    fireEvent.click(screen.getByRole('button', { name: 'Switch the / key off' }))
    screen.getByRole('searchbox').blur()
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByRole('button', { name: 'Switch the / key on' }))
  })

  test('makes no call for a text that is too long, and says so', async () => {
    const asked = answerFetch()
    show()
    type('x'.repeat(201))
    expect(await screen.findByText(/longer than 200 characters/)).toBeVisible()
    expect(asked).toEqual([])
  })

  test('offers a next step if nothing was found', () => {
    show({ query: 'zzqx', hits: [] })
    expect(screen.getByText('We found nothing for “zzqx”.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'all stories' })).toHaveAttribute('href', '/articles/all')
  })

  test('shows why the server could not search', () => {
    show({ query: 'lift' }, { failure: 'Too many requests. Please try again later.' })
    expect(screen.getByText('Oops!')).toBeVisible()
    expect(screen.getByText('Too many requests. Please try again later.')).toBeVisible()
  })
})
