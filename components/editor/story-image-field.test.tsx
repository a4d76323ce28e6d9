import { act, fireEvent, render, screen } from '@testing-library/react'
import { uploadsOfOwn } from '#lib/browser/testing/upload-request.ts'
import { StoryImageField } from './story-image-field.tsx'

test('a cancelled upload ends without an error, and changes nothing', async () => {
  uploadsOfOwn()
  const onChange = jest.fn()
  const onUpload = jest.fn()
  render(<StoryImageField url={null} alt={null} onChange={onChange} onUpload={onUpload} />)
  const file = new File(['bytes'], 'a.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [file] } })
  expect(onUpload).toHaveBeenLastCalledWith(true)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(onUpload).toHaveBeenLastCalledWith(false)
  expect(onChange).not.toHaveBeenCalled()
})

test('an upload is offered before an address is asked for', () => {
  render(<StoryImageField url={null} alt={null} onChange={jest.fn()} onUpload={jest.fn()} />)
  const upload = screen.getByRole('button', { name: 'Upload a picture' })
  const address = screen.getByRole('textbox', { name: 'Story image URL' })
  expect(upload.compareDocumentPosition(address)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(address).toHaveAccessibleDescription('Or paste the address of a picture.')
})
