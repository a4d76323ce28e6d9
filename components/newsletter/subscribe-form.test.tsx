import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { aReader, signedInBrowser, signedOutBrowser } from '#components/testing/a-reader.ts'
import { answerByPath, answerCalls } from '#components/testing/fake-fetch.ts'
import { SubscribeForm } from './subscribe-form.tsx'

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
const choices = [
  { value: 'technology', label: 'Technology' },
  { value: 'all', label: 'All stories' },
]

const brand = { name: 'Bytewise', category: 'all' }
const everything = { name: 'All stories', category: 'all' }

describe('the newsletter page', () => {
  test('subscribes to what was chosen', async () => {
    const calls = answerCalls({ body: { message: 'Please confirm by the mail.' } })
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible()
    expect(screen.getByText('Subscribe to Bytewise and get updates straight in your inbox.')).toBeVisible()
    expect(screen.getByLabelText('Email')).not.toBeRequired()
    expect(screen.getByLabelText('Topic')).toHaveValue('all')
    type('Topic', 'technology')
    fireEvent.click(screen.getByLabelText('Every day'))
    type('Email', 'ada@example.com')
    press()
    expect(await screen.findByRole('status')).toHaveTextContent('Please confirm by the mail.')
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/newsletters/subscribe',
        body: {
          category: 'technology',
          email: 'ada@example.com',
          frequency: 'daily',
          following_publication: '',
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          website: '',
        },
      },
    ])
  })

  test('knows a signed-in reader’s address, and leaves typed text alone', async () => {
    await signedInBrowser()
    answerByPath({ 'GET /api/users/current_user': { body: aReader() } })
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com'))
    type('Email', 'other@example.com')
    expect(screen.getByLabelText('Email')).toHaveValue('other@example.com')
    await signedOutBrowser()
  })

  test.each([
    ['Every day', 'One email each morning', 'daily'],
    ['Every week', 'One email a week', 'weekly'],
    ['As published', 'for each story, when it appears', 'published'],
  ])('says what comes, %s', async (label, means, frequency) => {
    const calls = answerCalls({ body: { message: 'Thank you.' } })
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    expect(screen.getByLabelText('Every week')).toBeChecked()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(means))
    fireEvent.click(screen.getByLabelText(label))
    press()
    await screen.findByRole('status')
    expect(calls[0]?.body).toMatchObject({ frequency })
  })

  test('links to the terms', () => {
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    expect(screen.getByRole('link', { name: 'User Agreement' })).toHaveAttribute('href', '/user-agreement')
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
  })

  test('leaves an empty address to the server and shows its sentence in place', async () => {
    const calls = answerCalls({
      status: 400,
      body: { message: 'email: x', fields: { email: 'Please enter a valid email address.' } },
    })
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    press()
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(calls).toHaveLength(1)
  })

  test.each([
    [
      { status: 400, body: { code: 11000, error: 'You get this newsletter already.' } },
      'You get this newsletter already.',
    ],
    [{ status: 400, body: { error: 'x', fields: { category: 'No such category.' } } }, 'x'],
    [{ status: 429, body: {} }, 'Too many requests. Please try again later.'],
    [new TypeError('offline'), 'You seem to be offline. Please try again.'],
  ])('shows the error and keeps the address (%#)', async (answer, sentence) => {
    answerCalls(answer)
    render(<SubscribeForm usual="weekly" variant="page" subject={brand} choices={choices} />)
    type('Email', 'ada@example.com')
    press()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com')
  })
})

describe('the newsletter boxes', () => {
  test('two on one page, below a list and in the footer, are independent', async () => {
    const calls = answerCalls({ body: { message: 'Thank you.' } })
    render(
      <>
        <SubscribeForm usual="weekly" variant="box" subject={{ name: 'Night Notes', publication: 'night-notes' }} />
        <SubscribeForm usual="weekly" variant="footer" subject={everything} />
      </>,
    )
    const box = screen.getByRole('region', { name: 'Newsletter' })
    expect(within(box).getByRole('heading', { level: 2 })).toHaveTextContent('Newsletter')
    const [first, second] = screen.getAllByRole('textbox')
    expect(first?.id).not.toBe(second?.id)
    expect(screen.getByLabelText('All stories in your inbox')).toBe(second)
    fireEvent.change(within(box).getByLabelText('Email'), { target: { value: 'ada@example.com' } })
    fireEvent.click(within(box).getByRole('button', { name: 'Subscribe' }))
    expect(await within(box).findByRole('status')).toHaveTextContent('Thank you.')
    expect(screen.getByLabelText('All stories in your inbox')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ category: '', following_publication: 'night-notes', frequency: 'published' })
  })

  test.each([
    [
      'box',
      { name: 'Technology', category: 'technology' },
      'Subscribe to Technology and get updates straight in your inbox.',
    ],
    ['footer', everything, 'All stories in your inbox'],
  ] as const)('the %s says what it subscribes to', async (variant, subject, sentence) => {
    const calls = answerCalls({ body: { message: 'Thank you.' } })
    render(<SubscribeForm usual="weekly" variant={variant} subject={subject} />)
    expect(screen.getByText(sentence)).toBeVisible()
    press()
    await screen.findByRole('status')
    expect(calls[0]?.body).toMatchObject({ category: subject.category, frequency: 'weekly', following_publication: '' })
  })

  test('of an author sends what following one means', async () => {
    const calls = answerCalls({ body: { message: 'Thank you.' } })
    render(<SubscribeForm usual="weekly" variant="line" subject={{ name: 'Wanda', author: 'author-1' }} />)
    press()
    await screen.findByRole('status')
    expect(calls[0]?.body).toMatchObject({ following_author: 'author-1', frequency: 'published' })
  })

  test('hide a field for programs from people', () => {
    const { container } = render(<SubscribeForm usual="weekly" variant="footer" subject={everything} />)
    const trap = container.querySelector('[name=website]')
    expect(trap).toHaveAttribute('tabindex', '-1')
    expect(trap?.closest('[aria-hidden=true]')).not.toBeNull()
  })
})
