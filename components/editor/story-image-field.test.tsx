import { act, fireEvent, render, screen } from '@testing-library/react'
import { StoryImageField } from './story-image-field.tsx'

/** An upload that goes on until it is cancelled. */
class EndlessRequest {
  upload = {}
  onabort?: () => void
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort?.()
  }
}

test('an upload that is cancelled ends without a fault, and changes nothing', async () => {
  globalThis.XMLHttpRequest = EndlessRequest as never
  const onChange = jest.fn()
  render(<StoryImageField url={null} alt={null} onChange={onChange} />)
  const file = new File(['bytes'], 'a.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(onChange).not.toHaveBeenCalled()
})
