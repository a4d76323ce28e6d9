import { act, fireEvent, screen } from '@testing-library/react'
import Quill from 'quill'
import { addInsertMenu } from './insert-menu.ts'

let quill: Quill
const text = () => quill.root
const list = () => screen.queryByRole('listbox', { name: 'Insert' })
const chosen = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)
const attributes = ['aria-haspopup', 'aria-controls', 'aria-activedescendant']
const tiedTo = () => attributes.filter((name) => text().hasAttribute(name))
const active = () => document.getElementById(text().getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  // jsdom lays nothing out.
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1, 20)
  Range.prototype.getClientRects = () => [new DOMRect(0, 0, 1, 20)] as unknown as DOMRectList
  HTMLElement.prototype.scrollIntoView = () => undefined
  document.body.innerHTML = '<div id="editor"></div>'
  quill = new Quill('#editor')
  addInsertMenu(quill)
  quill.focus()
})

function type(typed: string) {
  const { index } = quill.getSelection(true)
  act(() => {
    quill.insertText(index, typed, 'user')
    quill.setSelection(index + typed.length, 0, 'user')
  })
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('the text names the open list and its chosen entry to screen readers, and nothing once it is closed', () => {
  expect([list(), tiedTo()]).toEqual([null, []])
  type('/')
  expect(text()).toHaveAttribute('aria-haspopup', 'listbox')
  expect(text()).toHaveAttribute('aria-controls', list()?.id)
  expect([active(), chosen()]).toEqual(['Picture', ['Picture']])
  press('ArrowDown')
  expect([active(), chosen()]).toEqual(['Video', ['Video']])
  press('Escape')
  expect([list(), tiedTo()]).toEqual([null, []])
})

test('what is typed filters the list, and the first entry that is left is the chosen one', () => {
  type('/')
  type('d')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Divider'])
  expect([active(), chosen()]).toEqual(['Divider', ['Divider']])
  type('x')
  expect([list(), tiedTo()]).toEqual([null, []])
})

test('an entry that is picked closes the list', () => {
  type('/')
  type('quo')
  press('Enter')
  expect([list(), tiedTo(), quill.root.innerHTML]).toEqual([null, [], '<blockquote><br></blockquote>'])
})

test('the button beside an empty line opens the same list, with the focus in it', () => {
  quill.setSelection(0, 0, 'user')
  const plus = screen.getByRole('button', { name: 'Insert' })
  expect(plus).toHaveAttribute('aria-haspopup', 'listbox')
  fireEvent.click(plus)
  expect(plus).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('option', { name: 'Picture' })).toHaveFocus()
  press('ArrowDown')
  expect(screen.getByRole('option', { name: 'Video' })).toHaveFocus()
  expect(chosen()).toEqual(['Video'])
  expect(tiedTo()).toEqual([])
  press('Escape')
  expect(list()).toBeNull()
  expect(plus).toHaveAttribute('aria-expanded', 'false')
})
