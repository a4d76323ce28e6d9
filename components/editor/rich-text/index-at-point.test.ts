import Quill from 'quill'
import { indexAtPoint } from './index-at-point.ts'

const second = 'One two.\n'.length

function open(): Quill {
  document.body.innerHTML = '<div id="editor"><p>One two.</p><p>Three <b>four</b>.</p></div>'
  return new Quill('#editor')
}

/** A browser that finds this place at every point, by one of the two names of that. */
function place(by: 'caretPositionFromPoint' | 'caretRangeFromPoint', node: Node | undefined, offset: number) {
  const found =
    by === 'caretPositionFromPoint' ? { offsetNode: node, offset } : { startContainer: node, startOffset: offset }
  Object.defineProperty(document, by, { value: () => found, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(document, 'caretPositionFromPoint')
  Reflect.deleteProperty(document, 'caretRangeFromPoint')
})

describe.each(['caretPositionFromPoint', 'caretRangeFromPoint'] as const)('a point of the text, by %s', (by) => {
  test('is within a word', () => {
    const quill = open()
    place(by, quill.root.children[1]?.firstChild ?? undefined, 3)
    expect(indexAtPoint(quill, 10, 10)).toBe(second + 3)
  })

  test('is before a child of a line, or after the last one', () => {
    const quill = open()
    place(by, quill.root.children[1], 1)
    expect(indexAtPoint(quill, 10, 10)).toBe(second + 'Three '.length)
    place(by, quill.root.children[1], 3)
    expect(indexAtPoint(quill, 10, 10)).toBe(second + 'Three four.'.length)
  })

  test('is the beginning if it lies outside', () => {
    const quill = open()
    place(by, document.body, 0)
    expect(indexAtPoint(quill, 10, 10)).toBe(0)
  })
})

test('is the end of the text where a browser can’t find it', () => {
  const quill = open()
  expect(indexAtPoint(quill, 10, 10)).toBe(second + 'Three four.'.length)
})
