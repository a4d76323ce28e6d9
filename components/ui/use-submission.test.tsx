import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import type { Values } from './form-errors.ts'
import { SubmitButton } from './submit-button.tsx'
import { type Send, useSending } from './use-sending.ts'
import { useSubmission } from './use-submission.ts'

type Props = { send?: Send; use?: typeof useSubmission }

function Booking({ send = async () => {}, use: useForm = useSubmission }: Props) {
  const submission = useForm(send)
  return (
    <Form submission={submission} label="Booking">
      <Field name="name" label="Name" required missing="Please enter a name." />
      <Field name="email" label="Email" type="email" mismatch="This is no email address." />
      <Field name="site" label="Site" type="url" mismatch="This is no web address." />
      <Field name="year" label="Year" pattern="[0-9]{4}" mismatch="A year has four digits." />
      <Field name="code" label="Code" minLength={4} maxLength={6} />
      <Field name="text" label="Text" control={(tied) => <textarea {...tied} required maxLength={5} />} />
      <SubmitButton busy="Booking…">Book</SubmitButton>
      <p>{submission.done}</p>
    </Form>
  )
}

const good = {
  Name: 'Ada',
  Email: 'ada@example.com',
  Site: 'https://a.example',
  Year: '1843',
  Code: 'abcd',
  Text: 'Hi',
}

function book(filled: Partial<typeof good>) {
  for (const [label, value] of Object.entries({ ...good, ...filled })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
}

describe('what the browser finds wrong', () => {
  test.each([
    ['Name', '', 'Please enter a name.'],
    ['Email', 'ada', 'This is no email address.'],
    ['Site', 'a.example', 'This is no web address.'],
    ['Year', '43', 'A year has four digits.'],
    ['Code', 'abc', 'Please use at least 4 characters.'],
    ['Code', 'abcdefg', 'Please use at most 6 characters.'],
    ['Text', '', 'Please fill in this field.'],
    ['Text', 'Hello there', 'Please use at most 5 characters.'],
  ])('%s “%s” is answered in the field’s own words, and nothing is sent', async (label, value, sentence) => {
    const sent: Values[] = []
    render(<Booking send={async (values) => void sent.push(values)} />)
    book({ [label]: value })
    const field = screen.getByLabelText(label)
    await waitFor(() => expect(field).toHaveAccessibleDescription(sentence))
    expect(field).toHaveFocus()
    expect(field).toHaveValue(value)
    expect(screen.getAllByRole('textbox').filter((each) => each.getAttribute('aria-invalid'))).toEqual([field])
    expect(sent).toEqual([])
  })

  test('is shown at all fields together; the first gets the focus', async () => {
    render(<Booking />)
    book({ Email: 'ada', Year: '43' })
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    expect(screen.getByLabelText('Year')).toHaveAccessibleDescription('A year has four digits.')
  })

  test('is left to the server if a form wants that', async () => {
    const sent: Values[] = []
    render(<Booking use={useSending} send={async (values) => void sent.push(values)} />)
    book({ Email: 'ada' })
    await waitFor(() => expect(sent).toMatchObject([{ email: 'ada' }]))
  })
})

test('says what was done until it is sent again, and that it is busy meanwhile', async () => {
  const answers = [Promise.resolve('Booked.'), Promise.reject(new CallFailure(409, 'It is full.'))]
  render(<Booking send={() => answers.shift() as Promise<string>} />)
  book({})
  expect(screen.getByRole('button', { name: 'Booking…' })).toHaveAttribute('aria-disabled', 'true')
  expect(await screen.findByText('Booked.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Book' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('It is full.')
  expect(screen.queryByText('Booked.')).toBeNull()
})

describe('what the server finds wrong', () => {
  const refuse = (fields: Values, message = 'The request is not valid.') =>
    render(
      <Booking
        send={async () => {
          throw new CallFailure(400, message, { fields })
        }}
      />,
    )

  test('is shown at every field that it is about, and the first of the form gets the focus', async () => {
    refuse({ year: 'That year is over.', name: 'This name is taken.' })
    book({})
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('This name is taken.')
    expect(screen.getByLabelText('Year')).toHaveAccessibleDescription('That year is over.')
    expect(screen.queryByRole('alert')).toBeNull()
    for (const [label, value] of Object.entries(good)) expect(screen.getByLabelText(label)).toHaveValue(value)
  })

  test('is shown in the notice if the form has no such field, beside the fields that it has', async () => {
    refuse({ year: 'That year is over.', room: 'There is no such room.' })
    book({})
    expect(await screen.findByRole('alert')).toHaveTextContent(/^There is no such room\.$/)
    expect(screen.getByLabelText('Year')).toHaveFocus()
  })

  test.each([
    ['The request is not valid.', 'The request is not valid. There is no such room.'],
    ['There is no such room.', 'There is no such room.'],
  ])('is shown once if it is about no field of the form: %s', async (message, notice) => {
    refuse({ room: 'There is no such room.' }, message)
    book({})
    expect((await screen.findByRole('alert')).textContent).toBe(notice)
  })
})

function Kept() {
  const submission = useSubmission(async () => {}, { keptAs: 'booking' })
  return (
    <Form submission={submission} label="Booking">
      <Field name="name" label="Name" />
      <Field name="secret" label="Secret" type="password" autoComplete="new-password" />
    </Form>
  )
}

describe('what is typed', () => {
  function open(how: 'reload' | 'navigate') {
    performance.getEntriesByType = () => [{ type: how }] as never
    return render(<Kept />)
  }
  function leaveAfterTyping() {
    const { unmount } = open('navigate')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
    fireEvent.change(screen.getByLabelText('Secret'), { target: { value: 'a horse' } })
    window.dispatchEvent(new Event('pagehide'))
    unmount()
  }
  const original = performance.getEntriesByType
  afterEach(() => {
    performance.getEntriesByType = original
    sessionStorage.clear()
  })

  test('is restored after a reload, except a password, which is never kept', () => {
    leaveAfterTyping()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a horse')
    open('reload')
    expect(screen.getByLabelText('Name')).toHaveValue('Ada')
    expect(screen.getByLabelText('Secret')).toHaveValue('')
  })

  test('is forgotten once the form is done', async () => {
    const { unmount } = open('navigate')
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
    await act(async () => void fireEvent.submit(screen.getByRole('form')))
    window.dispatchEvent(new Event('pagehide'))
    unmount()
    expect(sessionStorage.getItem('typed:booking')).toBeNull()
  })

  test('is forgotten if the page is opened again', () => {
    leaveAfterTyping()
    open('navigate').unmount()
    open('reload')
    expect(screen.getByLabelText('Name')).toHaveValue('')
  })
})
