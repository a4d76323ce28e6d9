import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { siteCategories } from '#contract/categories.ts'
import type { PublicationPage } from '#contract/publications.ts'
import { DeletePublication } from './delete-publication.tsx'
import { NewPublicationForm } from './new-publication-form.tsx'
import { PublicationForm } from './publication-form.tsx'
import { PublicationHeader } from './publication-header.tsx'
import { PublicationOwner } from './publication-owner.tsx'
import { PublicationTools } from './publication-tools.tsx'

const publication: PublicationPage = {
  _id: 'p1',
  name: 'Night Shift',
  slug: 'night-shift',
  description: 'Stories for the small hours.',
  image: null,
  owner_uuid: 'reader-1',
  owner_name: 'Ada Reader',
  story_count: 2,
  categories: ['fiction', 'technology'],
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function CurrentUserListener() {
  const viewer = useCurrentUser()
  return viewer.status === 'in' && <p>{viewer.user.uuid} is here</p>
}

const subscribers = { 'GET /api/publications/night-shift/subscribers': { body: { count: 1_200 } } }

afterEach(signedOutBrowser)

describe('making a publication', () => {
  test('leads to its page', async () => {
    const left = recordNavigations()
    const calls = answerByPath({ 'POST /api/publications': { body: { publication } } })
    render(<NewPublicationForm />)
    fill('Name', 'Night Shift')
    press('Create Publication')
    await waitFor(() => expect(left).toEqual(['/publication/night-shift']))
    expect(calls[0]?.body).toEqual({ name: 'Night Shift', description: '', image: '' })
  })

  test('says why an address has to be confirmed first, and sends the link again', async () => {
    await signedInBrowser()
    answerByPath({
      'GET /api/users/current_user': { body: aReader({ email_proven: false }) },
      'POST /api/users/send-confirmation': { body: { message: 'We’ve sent you a new link.' } },
    })
    render(<NewPublicationForm />)
    expect(await screen.findByText(/confirm your email address before you create one/)).toBeVisible()
    press('Send the link again')
    expect(await screen.findByText('We’ve sent you a new link.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create Publication' })).toBeVisible()
  })

  test('says nothing of it where the address is confirmed', async () => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: aReader({ email_proven: true }) } })
    render(
      <>
        <CurrentUserListener />
        <NewPublicationForm />
      </>,
    )
    await screen.findByText(/ is here$/)
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
  })

  test('asks for a name before the server has to', () => {
    const calls = answerByPath({})
    render(<NewPublicationForm />)
    press('Create Publication')
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Please enter a name.')
    expect(calls).toEqual([])
  })

  test('says that the name is taken, in the server’s words', async () => {
    const message = 'A publication with this name already exists.'
    answerByPath({ 'POST /api/publications': { status: 409, body: { code: 11000, message } } })
    render(<NewPublicationForm />)
    fill('Name', 'Night Shift')
    press('Create Publication')
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Night Shift')
  })

  test.each([{ status: 500, body: {} }, new TypeError('offline')])(
    'says that an error occurred otherwise',
    async (answer) => {
      answerByPath({ 'POST /api/publications': answer })
      render(<NewPublicationForm />)
      fill('Name', 'Night Shift')
      press('Create Publication')
      expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred')
    },
  )
})

describe('editing a publication', () => {
  test('begins with the current values, and loads the page again', async () => {
    const left = recordNavigations()
    const calls = answerByPath({ 'PUT /api/publications/night-shift': { body: { publication } } })
    render(<PublicationForm known={publication} />)
    expect(screen.getByLabelText('Description (optional)')).toHaveValue('Stories for the small hours.')
    fill('Name', 'Day Shift')
    press('Save')
    await waitFor(() => expect(left).toEqual(['/publication/night-shift']))
    const description = 'Stories for the small hours.'
    expect(calls[0]?.body).toEqual({ name: 'Day Shift', description, image: '', slug: 'night-shift' })
  })

  test.each([
    ['its owner', true, aReader()],
    ['an administrator', true, aReader({ uuid: 'admin-1', role: 'admin' })],
    ['another reader', false, aReader({ uuid: 'reader-2' })],
  ])('is offered to %s: %s', async (_, isOffered, user) => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: user }, ...subscribers })
    render(
      <>
        <PublicationTools publication={publication} />
        <CurrentUserListener />
      </>,
    )
    expect(await screen.findByText(`${user.uuid} is here`)).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Edit publication' })).toHaveLength(isOffered ? 1 : 0)
  })

  test('leads to the address that the server gave it', async () => {
    const left = recordNavigations()
    const moved = { ...publication, slug: 'day-shift' }
    const calls = answerByPath({ 'PUT /api/publications/night-shift': { body: { publication: moved } } })
    render(<PublicationForm known={publication} />)
    fill('Address', 'Day Shift')
    press('Save')
    await waitFor(() => expect(left).toEqual(['/publication/day-shift']))
    expect(calls[0]?.body).toMatchObject({ slug: 'Day Shift' })
  })

  test('says that a description is too long before the server has to', () => {
    const calls = answerByPath({})
    render(<PublicationForm known={{ ...publication, description: 'a'.repeat(201) }} />)
    press('Save')
    expect(screen.getByLabelText('Description (optional)')).toHaveAccessibleDescription(/at most 200 characters/)
    expect(calls).toEqual([])
  })

  test('is loaded if a person is signed in', async () => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: aReader() }, ...subscribers })
    render(<PublicationOwner publication={publication} />)
    expect(await screen.findByRole('button', { name: 'Edit publication' })).toBeVisible()
  })

  test('is not offered to visitors, and no call is made', async () => {
    await signedOutBrowser()
    const calls = answerByPath({})
    const { container } = render(<PublicationOwner publication={publication} />)
    expect(container).toBeEmptyDOMElement()
    expect(calls).toEqual([])
  })
})

describe('the owner’s bar', () => {
  async function showBar() {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: aReader() }, ...subscribers })
    render(<PublicationTools publication={publication} />)
    await screen.findByRole('region', { name: 'Your publication' })
  }

  test('leads to a new story and the readers, and says how many subscribers there are', async () => {
    await showBar()
    expect(screen.getByRole('link', { name: 'New story' })).toHaveAttribute(
      'href',
      '/publication/night-shift/new-story',
    )
    expect(screen.getByRole('link', { name: 'Readers' })).toHaveAttribute('href', '/publication/night-shift/readers')
    expect(await screen.findByText('1,200 subscribers')).toBeVisible()
  })
})

describe('deleting a publication', () => {
  const show = (but: Partial<PublicationPage> = {}) =>
    render(<DeletePublication publication={{ ...publication, ...but }} next="/profile/reader-1" />)

  test('waits for its name, then leads away', async () => {
    const left = recordNavigations()
    const calls = answerByPath({
      'DELETE /api/publications/night-shift': { body: { message: 'The publication has been deleted.' } },
    })
    show()
    expect(screen.getByText(/Its stories stay where they are, without a publication\./)).toBeVisible()
    fill('Type “Night Shift” to confirm', 'Day Shift')
    press('Delete')
    expect(screen.getByLabelText(/^Type/)).toHaveAccessibleDescription('This is not the name. Please type Night Shift.')
    expect(calls).toEqual([])
    fill('Type “Night Shift” to confirm', ' Night Shift ')
    press('Delete')
    await waitFor(() => expect(left).toEqual(['/profile/reader-1']))
  })

  test('says why it could not be done; any character of the name can be typed', async () => {
    const message = 'Please try again in a minute.'
    answerByPath({ 'DELETE /api/publications/night-shift': { status: 503, body: { message } } })
    show({ name: 'A+B (new) [1] - 2/3' })
    fill('Type “A+B (new) [1] - 2/3” to confirm', 'A+B (new) [1] - 2/3')
    press('Delete')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })
})

describe('the face of a publication', () => {
  const show = (but: Partial<PublicationPage> = {}) =>
    render(<PublicationHeader publication={{ ...publication, ...but }} known={siteCategories('bytewise')} />)

  test('has its name, a sentence, its owner, the number of its stories and their topics', () => {
    show()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Night Shift')
    expect(screen.getByText('Stories for the small hours.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ada Reader' })).toHaveAttribute('href', '/profile/reader-1')
    expect(screen.getByText(/2 stories/)).toBeVisible()
    const topics = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
    expect(topics.map(({ textContent }) => textContent)).toEqual(['Fiction', 'Technology'])
  })

  test('leads to its newsletter', () => {
    show()
    const link = screen.getByRole('link', { name: 'Subscribe' })
    expect(link).toHaveAttribute('href', '/subscribe?publication=night-shift')
  })

  test('has a drawn picture if it has none of its own', () => {
    const { container } = show()
    expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^\/drawn-covers\/night-shift-/)
  })

  test('of an empty one without an owner says no more than there is', () => {
    show({ story_count: 0, categories: [], owner_name: '', owner_uuid: null })
    expect(screen.getByText('No stories yet')).toBeVisible()
    expect(screen.queryByText(/^by/)).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
  })
})
