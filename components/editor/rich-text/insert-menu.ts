import type Quill from 'quill'
import { neighbour } from '#components/ui/use-panel-keys.ts'
import { choosePictures } from './bubble-forms.ts'
import { insertDivider } from './insert-block.ts'
import { bubbleOf, iconOf } from './toolbar.ts'

type Choice = { name: string; icon: string; also: string; insert(quill: Quill): void }

const choices: Choice[] = [
  { name: 'Picture', icon: 'image', also: 'image photo', insert: choosePictures },
  { name: 'Video', icon: 'video', also: 'youtube vimeo film', insert: (quill) => bubbleOf(quill).edit('video') },
  {
    name: 'Quote',
    icon: 'blockquote',
    also: 'blockquote',
    insert: (quill) => quill.format('blockquote', true, 'user'),
  },
  { name: 'Code', icon: 'code-block', also: 'pre block', insert: (quill) => quill.format('code-block', true, 'user') },
  { name: 'Divider', icon: 'divider', also: 'line rule separator hr', insert: insertDivider },
]
/** Longer lines are not read: none of the choices has a name like that. */
const typedMost = 20

let menus = 0

/**
 * The menu of what can be put into a text: by the “+” beside the caret on an empty line, which Tab reaches, or by a “/”
 * there, which the next letters filter. For screen readers it is a list box: from the “+” the focus goes into it, and with
 * the “/” it stays in the text, which names the chosen entry (ARIA 1.2, `aria-activedescendant` of a textbox).
 */
export function addInsertMenu(quill: Quill): void {
  const { root, container } = quill
  const id = `ql-insert-${++menus}`
  const plus = Object.assign(document.createElement('button'), { type: 'button', className: 'ql-plus', hidden: true })
  plus.append('+')
  for (const [name, value] of Object.entries({
    'aria-label': 'Insert',
    title: 'Insert (or type /)',
    'aria-haspopup': 'listbox',
    'aria-controls': id,
  }))
    plus.setAttribute(name, value)
  const menu = Object.assign(document.createElement('div'), { className: 'ql-insert', id, hidden: true })
  menu.setAttribute('role', 'listbox')
  menu.setAttribute('aria-label', 'Insert')
  const items: HTMLElement[] = choices.map((choice, at) => makeItem(choice, `${id}-${at}`))
  menu.append(...items)
  container.append(plus, menu)

  /** Where the line begins, and how much of it is the “/” and what follows. */
  let place = { index: 0, length: 0 }
  /** The line whose “/” stays as it is. */
  let dismissed: number | undefined
  let active: HTMLElement | undefined

  const shown = () => items.filter((item) => !item.hidden)
  const isIn = () => plus.matches(':focus') || menu.contains(document.activeElement)

  const close = () => {
    menu.hidden = true
    plus.setAttribute('aria-expanded', 'false')
    activate(undefined)
  }

  const select = (item: HTMLElement | undefined) => {
    for (const one of items) one.setAttribute('aria-selected', String(one === item))
  }

  /** Chooses an entry while the caret stays in the text. */
  const activate = (item: HTMLElement | undefined) => {
    active = item
    select(item)
    const tied = { 'aria-haspopup': 'listbox', 'aria-controls': id, 'aria-activedescendant': item?.id ?? '' }
    for (const [name, value] of Object.entries(tied)) {
      if (item) root.setAttribute(name, value)
      else root.removeAttribute(name)
    }
  }

  const open = (filter: string) => {
    for (const [at, item] of items.entries()) item.hidden = !isMeant(choices[at], filter)
    const bounds = quill.getBounds(place.index)
    if (!bounds || shown().length === 0) return close()
    menu.style.top = `${bounds.bottom + 4}px`
    menu.hidden = false
    plus.setAttribute('aria-expanded', 'true')
    menu.scrollIntoView({ block: 'nearest' })
  }

  const pick = (item: HTMLElement) => {
    const { index, length } = place
    close()
    quill.focus({ preventScroll: true })
    quill.history.cutoff()
    if (length > 0) quill.deleteText(index, length, 'user')
    quill.setSelection(index, 0, 'silent')
    choices[items.indexOf(item)]?.insert(quill)
  }

  const look = () => {
    if (isIn()) return
    const range = quill.getSelection()
    const [line, offset] = range && range.length === 0 ? quill.getLine(range.index) : [null, 0]
    const isRead = range && line?.statics.blotName === 'block' && line.length() <= typedMost
    const start = range ? range.index - offset : 0
    const typed = isRead ? quill.getText(start, line.length() - 1) : undefined
    const isEmpty = isRead === true && line.length() === 1
    plus.hidden = !isEmpty
    place = { index: start, length: typed?.length ?? 0 }
    if (isEmpty) {
      const bounds = quill.getBounds(start)
      if (bounds) plus.style.top = `${bounds.top + bounds.height / 2}px`
    }
    const filter = /^\/(\p{L}*)$/u.exec(typed ?? '')?.[1]
    if (filter === undefined) dismissed = undefined
    if (filter === undefined || offset !== typed?.length || dismissed === start) {
      if (!menu.hidden) close()
      return
    }
    open(filter)
    if (!menu.hidden) activate(active && !active.hidden ? active : shown()[0])
  }
  quill.on('editor-change', look)

  plus.addEventListener('mousedown', (event) => event.preventDefault())
  plus.addEventListener('click', () => {
    if (!menu.hidden) return close()
    open('')
    shown()[0]?.focus()
  })
  menu.addEventListener('focusin', ({ target }) => select(target as HTMLElement))
  menu.addEventListener('mousedown', (event) => event.preventDefault())
  menu.addEventListener('click', ({ target }) => {
    const item = target instanceof Element ? items.find((one) => one.contains(target)) : undefined
    if (item) pick(item)
  })
  menu.addEventListener('keydown', (event) => {
    const next = neighbour(event.key, shown())
    if (!next && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    if (next) return next.focus()
    close()
    quill.setSelection(place.index, 0, 'user')
  })
  container.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && container.contains(relatedTarget)) return
    close()
    plus.hidden = true
  })

  // Before Quill, which would break the line or move the caret.
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.target !== root || event.ctrlKey || event.metaKey || event.altKey) return
      if (menu.hidden) {
        if (event.key !== 'Tab' || event.shiftKey || plus.hidden) return
        event.preventDefault()
        event.stopImmediatePropagation()
        plus.focus()
        return
      }
      const list = shown()
      const at = active ? list.indexOf(active) : -1
      if (event.key === 'ArrowDown') activate(list[at + 1] ?? list[0])
      else if (event.key === 'ArrowUp') activate(list.at(at - 1))
      else if (event.key === 'Escape') {
        dismissed = place.index
        close()
      } else if ((event.key === 'Enter' || event.key === 'Tab') && active) pick(active)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}

function makeItem({ name, icon }: Choice, id: string): HTMLButtonElement {
  const item = Object.assign(document.createElement('button'), { type: 'button', id, tabIndex: -1 })
  item.setAttribute('role', 'option')
  const drawing = document.createElement('span')
  drawing.setAttribute('aria-hidden', 'true')
  drawing.innerHTML = iconOf(icon)
  item.append(drawing, name)
  return item
}

function isMeant(choice: Choice | undefined, filter: string): boolean {
  return `${choice?.name} ${choice?.also}`
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(filter.toLowerCase()))
}
