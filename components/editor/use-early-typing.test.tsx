import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { type EarlyTyping, useEarlyTyping } from './use-early-typing.ts'

let take: () => EarlyTyping | undefined

function ShownText({ onFirst }: { onFirst: () => void }) {
  const shown = useRef<HTMLElement>(null)
  const early = useEarlyTyping(shown, onFirst)
  take = () => early.take()
  const { press, type, paste } = early
  return (
    <section ref={shown} aria-label="Story" tabIndex={-1} onPointerUp={press} onKeyDown={type} onPaste={paste}>
      <p>One two.</p>
    </section>
  )
}

const text = () => screen.getByRole('region', { name: 'Story' })
const typed = () => take()?.edits.map(({ text: each, before, after }) => ({ text: each, before, after }))

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(text(), { key })
}

/** A caret has a box of its own for each place: nothing is laid out here. */
function select(from: number, until = from) {
  const line = screen.getByText('One two.').firstChild as Node
  getSelection()?.setBaseAndExtent(line, from, line, until)
}

beforeEach(() => {
  Object.assign(Range.prototype, {
    getClientRects(this: Range) {
      return [new DOMRect(this.startOffset * 10, 0, 0, 20)]
    },
  })
})

afterEach(() => {
  Reflect.deleteProperty(Range.prototype, 'getClientRects')
  getSelection()?.removeAllRanges()
})

test('keeps letters, breaks and corrections at the caret, and says once that it does', () => {
  const onFirst = jest.fn()
  render(<ShownText onFirst={onFirst} />)
  text().focus()
  select(3)
  press('a', 'b', 'Backspace', 'Enter', 'c', 'Delete', 'Shift', 'ArrowLeft')
  expect(typed()).toEqual([{ text: 'a\nc', before: 0, after: 1 }])
  expect(take()?.selection?.from).toEqual({ x: 30, y: 10 })
  expect(onFirst).toHaveBeenCalledTimes(1)
})

test('keeps a text for every place', () => {
  render(<ShownText onFirst={() => {}} />)
  select(3)
  press('a')
  select(0, 3)
  press('b')
  expect(take()?.edits).toMatchObject([
    { from: { x: 30 }, until: { x: 30 }, text: 'a' },
    { from: { x: 0 }, until: { x: 30 }, text: 'b' },
  ])
})

test('deletes what stands before the caret, but nothing beside a selection', () => {
  render(<ShownText onFirst={() => {}} />)
  select(3)
  press('Backspace', 'Backspace')
  select(4, 7)
  press('Backspace')
  expect(typed()).toEqual([
    { text: '', before: 2, after: 0 },
    { text: '', before: 0, after: 0 },
  ])
})

test('keeps what is pasted, as text', () => {
  render(<ShownText onFirst={() => {}} />)
  select(3)
  fireEvent.paste(text(), { clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? 'a\r\nb' : '') } })
  expect(typed()).toEqual([{ text: 'a\nb', before: 0, after: 0 }])
})

test('leaves shortcuts to the page', () => {
  render(<ShownText onFirst={() => {}} />)
  expect(fireEvent.keyDown(text(), { key: 's', ctrlKey: true })).toBe(true)
  expect(take()).toBeUndefined()
})

test('takes the pressed place where a browser sets no caret', () => {
  render(<ShownText onFirst={() => {}} />)
  // The event of this environment has no coordinates.
  const released = Object.assign(new Event('pointerup', { bubbles: true }), { clientX: 70, clientY: 10 })
  fireEvent(text(), released)
  press('a')
  expect(take()?.edits).toMatchObject([{ from: { x: 70, y: 10 }, text: 'a' }])
})

test('has no selection once the writer has gone on to another field', () => {
  render(<ShownText onFirst={() => {}} />)
  text().focus()
  select(3)
  press('a')
  text().blur()
  expect(take()).toMatchObject({ edits: [{ text: 'a' }], selection: undefined })
})
