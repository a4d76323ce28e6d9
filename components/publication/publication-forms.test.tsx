import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useCurrentUser } from '#components/account/use-current-user.ts'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import type { Publication } from '#contract/publications.ts'
import { NewPublicationForm } from './new-publication-form.tsx'
import { PublicationForm } from './publication-form.tsx'
import { PublicationOwner } from './publication-owner.tsx'
import { PublicationTools } from './publication-tools.tsx'

const publication: Publication = {
  _id: 'p1',
  name: 'Night Shift',
  slug: 'night-shift',
  description: 'Stories for the small hours.',
  image: null,
  owner_uuid: 'reader-1',
  owner_name: 'Ada Reader',
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function CurrentUserListener() {
  const viewer = useCurrentUser()
  return viewer.status === 'in' && <p>{viewer.user.uuid} is here</p>
}

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
    expect(calls[0]?.body).toEqual({ name: 'Day Shift', description: 'Stories for the small hours.', image: '' })
  })

  test.each([
    ['its owner', true, aReader()],
    ['an administrator', true, aReader({ uuid: 'admin-1', role: 'admin' })],
    ['another reader', false, aReader({ uuid: 'reader-2' })],
  ])('is offered to %s: %s', async (_, isOffered, user) => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: user } })
    render(
      <>
        <PublicationTools publication={publication} />
        <CurrentUserListener />
      </>,
    )
    expect(await screen.findByText(`${user.uuid} is here`)).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Edit publication' })).toHaveLength(isOffered ? 1 : 0)
  })

  test('is loaded if a person is signed in', async () => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: aReader() } })
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
