import Quill from 'quill'
import { resumeTyping } from './resume-typing.ts'

const at = (x: number) => ({ x, y: 10 })

/** Its places are the indices of its text, by their `x`: nothing is laid out here. */
function open(html: string): Quill {
  document.body.innerHTML = `<div id="editor">${html}</div>`
  const quill = new Quill('#editor')
  const caretPositionFromPoint = (x: number) => {
    const [leaf, offset] = quill.getLeaf(x)
    return leaf && { offsetNode: leaf.domNode, offset }
  }
  jest.spyOn(quill.root, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1_000, 500))
  Object.assign(document, { caretPositionFromPoint, elementFromPoint: () => quill.root })
  Object.assign(Range.prototype, { getBoundingClientRect: () => new DOMRect() })
  return quill
}

function edit(from: number, text: string, { until = from, before = 0, after = 0 } = {}) {
  return { from: at(from), until: at(until), text, before, after }
}

afterEach(() => {
  for (const name of ['caretPositionFromPoint', 'elementFromPoint']) Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect')
})

test('goes on where the writer was, after what was written', () => {
  const quill = open('<p>One two.</p>')
  resumeTyping(quill, { edits: [edit(4, 'and ')], selection: { from: at(4), until: at(4) } })
  expect(quill.getText()).toBe('One and two.\n')
  expect(quill.getSelection()).toEqual({ index: 8, length: 0 })
})

test('keeps what was written in several places, in one step of undoing', () => {
  const quill = open('<p>One two.</p><p>Three four.</p>')
  const edits = [edit(20, ' five'), edit(1, 'xx'), edit(8, '\nThen.')]
  resumeTyping(quill, { edits, selection: { from: at(1), until: at(1) } })
  expect(quill.getText()).toBe('Oxxne two.\nThen.\nThree four. five\n')
  expect(quill.getSelection()).toEqual({ index: 3, length: 0 })
  quill.history.undo()
  expect(quill.getText()).toBe('One two.\nThree four.\n')
})

test('replaces a selection, and what was deleted beside it', () => {
  const quill = open('<p>One two three.</p>')
  const edits = [edit(4, 'second', { until: 7 }), edit(13, '', { before: 5, after: 1 })]
  resumeTyping(quill, { edits, selection: { from: at(13), until: at(13) } })
  expect(quill.getText()).toBe('One second \n')
})

test('writes in the formats of its place', () => {
  const quill = open('<p>One <strong>two</strong>.</p>')
  resumeTyping(quill, { edits: [edit(6, 'w')], selection: undefined })
  expect(quill.root.innerHTML).toBe('<p>One <strong>twwo</strong>.</p>')
})

test('takes no focus from a field that the writer has gone on to', () => {
  const quill = open('<p>One.</p>')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  resumeTyping(quill, { edits: [edit(4, ' Two.')], selection: undefined })
  expect(quill.getText()).toBe('One. Two.\n')
  expect(document.activeElement).toBe(field)
})

test('selects again what was selected', () => {
  const quill = open('<p>One two.</p>')
  resumeTyping(quill, { edits: [], selection: { from: at(4), until: at(7) } })
  expect(quill.getSelection()).toEqual({ index: 4, length: 3 })
})
