import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { Form } from '#components/ui/form.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { UploadRequest, uploadsOfOwn } from '#lib/browser/testing/upload-request.ts'
import { PictureField } from './picture-field.tsx'

const url = `/uploads/${'a'.repeat(32)}-640x400.webp`
const sent: unknown[] = []

type Given = { known?: string; take?: (uploaded: string) => string; label?: string | undefined }

function OneField({ known = '', take, ...given }: Given) {
  const submission = useSubmission(async (values) => {
    sent.push(values)
  })
  return (
    <Form submission={submission}>
      <PictureField
        name="image"
        {...('label' in given ? {} : { label: 'Image URL' })}
        help="A picture."
        known={known}
        error={submission.errors.image}
        take={take}
        show={(address) => <img alt="as it will be" src={address} />}
      />
      <button type="submit">Save</button>
    </Form>
  )
}

const field = () => screen.getByLabelText('Image URL')
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const file = new File(['bytes'], 'a.png', { type: 'image/png' })
const choose = () => fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [file] } })
const answer = (status: number, body: object) => act(async () => UploadRequest.last.answer(status, body))

beforeEach(() => {
  uploadsOfOwn()
  sent.length = 0
})

test('a file that was uploaded is the picture, is shown, and is sent with the form', async () => {
  render(<OneField />)
  choose()
  await answer(200, { url })
  expect(field()).toHaveValue(url)
  expect(screen.getByAltText('as it will be')).toHaveAttribute('src', url)
  await press('Save')
  expect(sent).toEqual([{ image: url }])
})

test('a picture that can only be uploaded is sent like any other, and not before it is there', async () => {
  render(<OneField label={undefined} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  choose()
  await press('Save')
  expect(sent).toEqual([])
  expect(screen.getByText(/^Please wait for the upload to finish/)).toBeVisible()
  await answer(200, { url })
  await press('Save')
  expect(sent).toEqual([{ image: url }])
  await press('Remove')
  await press('Save')
  expect(sent.at(-1)).toEqual({ image: '' })
})

test('a form is not sent past a picture that is on its way', async () => {
  render(<OneField />)
  choose()
  await press('Save')
  expect(sent).toEqual([])
  expect(field()).toHaveAccessibleDescription(/Please wait for the upload to finish/)
  await pressByKey('Cancel upload')
  expect(field()).toHaveFocus()
  await press('Save')
  await waitFor(() => expect(sent).toEqual([{ image: '' }]))
})

test('a file that was refused says why and leaves the picture as it is; it can be tried again', async () => {
  render(<OneField known="https://elsewhere.example/a.png" />)
  choose()
  await answer(400, { message: 'This is no picture.' })
  expect(screen.getByRole('alert')).toHaveTextContent('This is no picture.')
  expect(field()).toHaveValue('https://elsewhere.example/a.png')
  await press('Try again')
  await answer(200, { url })
  expect(field()).toHaveValue(url)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('one that is dropped is taken as well, and one that is removed is gone', async () => {
  render(<OneField />)
  fireEvent.drop(screen.getByRole('group', { name: 'Picture' }), { dataTransfer: { files: [file] } })
  await answer(200, { url })
  await press('Remove')
  expect(field()).toHaveValue('')
  await press('Save')
  expect(sent).toEqual([{ image: '' }])
})

test('of an upload the address is taken that its form asks for', async () => {
  render(<OneField take={() => '/uploads/smaller.webp'} />)
  choose()
  await answer(200, { url })
  expect(field()).toHaveValue('/uploads/smaller.webp')
})

test('an address that is not a picture’s is not shown', () => {
  render(<OneField known="javascript:alert(1)" />)
  expect(screen.queryByAltText('as it will be')).not.toBeInTheDocument()
})
