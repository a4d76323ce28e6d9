import { fireEvent, render, screen, within } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { type SitePage, sitePages } from '#contract/site-pages.ts'
import type { TextOnDesk } from '#contract/site-texts.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { SiteTexts } from './site-texts.tsx'

const pages = Object.keys(sitePages) as SitePage[]
const builtIn = Object.fromEntries(
  pages.map((page) => [page, { title: sitePages[page], intro: 'In short.', html: `<p>${page}</p>` }]),
) as Parameters<typeof SiteTexts>[0]['builtIn']
const untouched = (page: SitePage): TextOnDesk => ({
  ...{ page, title: sitePages[page], draft: null, published: null, has_unpublished_changes: false },
})
const draft = { slug: 'careers', version: 4, updated_at: '2026-11-27T09:00:00Z' }
const published = { at: '2026-11-26T09:00:00Z', by: 'Ada', version: 3 }
/** The texts with this one in its place. */
const listed = (but: Partial<TextOnDesk> = {}) => ({
  body: pages.map((page) => ({ ...untouched(page), ...(page === 'careers' && but) })),
})
const rowOf = (page: SitePage) => within(screen.getAllByRole('listitem')[pages.indexOf(page)] as HTMLElement)

const asked: string[] = []
let says = true
beforeEach(() => {
  forgetAnswers()
  asked.length = 0
  says = true
  window.confirm = (question = '') => {
    asked.push(question)
    return says
  }
})

async function show(...answers: Parameters<typeof answerCalls>) {
  const calls = answerCalls(...answers)
  render(<SiteTexts builtIn={builtIn} />)
  await screen.findByRole('list', { name: 'Texts' })
  return calls
}

test('lists the six pages, each with its text in a sentence and the way to the page', async () => {
  await show(listed({ draft, published, has_unpublished_changes: true }))
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  expect(rowOf('about-us').getByText('The text that came with the program.')).toBeVisible()
  expect(rowOf('about-us').getByRole('link', { name: 'View: About Us' })).toHaveAttribute('href', '/about-us')
  expect(rowOf('about-us').queryByRole('button', { name: /^(?:Publish|Go back)/ })).toBeNull()
  const careers = rowOf('careers')
  expect(careers.getByText('Your text, published on 26 November 2026 by Ada.')).toBeVisible()
  expect(careers.getByText(/^Changes that are not published, last saved 27 November 2026/)).toBeVisible()
  expect(careers.getByRole('link', { name: 'Edit: Careers' })).toHaveAttribute('href', '/article/careers/edit')
})

test('begins with the built-in text, and opens the editor', async () => {
  const went = recordNavigations()
  const calls = await show(listed(), { body: { slug: 'careers' } })
  await pressByKey('Write your own: Careers')
  expect(calls[1]).toEqual({ method: 'POST', path: '/api/dashboard/texts/careers', body: builtIn.careers })
  expect(went).toEqual(['/article/careers/edit'])
})

test('begins again if the draft of a published text is gone', async () => {
  const went = recordNavigations()
  await show(listed({ published }), { body: { slug: 'careers-2' } })
  await pressByKey('Edit: Careers')
  expect(went).toEqual(['/article/careers-2/edit'])
})

test('publishes the version that is listed, once, and says so', async () => {
  const calls = await show(
    listed({ draft, has_unpublished_changes: true }),
    { body: {} },
    listed({ draft, published: { ...published, by: '' } }),
  )
  expect(rowOf('careers').getByText(/^A draft that is not published, last saved/)).toBeVisible()
  await pressByKey('Publish: Careers')
  expect(calls[1]).toEqual({ method: 'POST', path: '/api/dashboard/texts/careers/publish', body: { version: 4 } })
  expect(rowOf('careers').getByText('Your text, published on 26 November 2026.')).toBeVisible()
  expect(screen.getByText('Published. Readers see it now.')).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Publish: Careers' })).toBeNull()
})

test('goes back to the built-in text only when asked twice', async () => {
  const back = 'Go back to the built-in text: Careers'
  const calls = await show(listed({ draft, published }), { body: {} }, listed({ draft, has_unpublished_changes: true }))
  says = false
  await pressByKey(back)
  expect(calls).toHaveLength(1)
  says = true
  await pressByKey(back)
  expect(asked[1]).toBe('Show readers the built-in text of “Careers” again? Yours stays in the editor.')
  expect(calls[1]).toMatchObject({ method: 'DELETE', path: '/api/dashboard/texts/careers' })
  expect(screen.getByText('Readers see the built-in text again.')).toHaveFocus()
  expect(rowOf('careers').getByText('The text that came with the program.')).toBeVisible()
})

test('says in its row why something failed', async () => {
  const message = 'The text was changed in the meantime.'
  await show(listed({ draft, has_unpublished_changes: true }), { status: 409, body: { message } })
  fireEvent.click(screen.getByRole('button', { name: 'Publish: Careers' }))
  expect(await rowOf('careers').findByText(message)).toBeVisible()
})

test('says why the texts could not be loaded', async () => {
  answerCalls({ status: 403, body: { message: 'Only administrators may do this.' } })
  render(<SiteTexts builtIn={builtIn} />)
  expect(await screen.findByText('Only administrators may do this.')).toBeVisible()
})
