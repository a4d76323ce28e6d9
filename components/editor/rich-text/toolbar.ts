import type Quill from 'quill'
import icons from 'quill/ui/icons.js'
import { neighbour } from '#components/ui/use-panel-keys.ts'

Object.assign(icons, {
  divider: '<svg viewBox="0 0 18 18"><line class="ql-stroke" x1="3" x2="15" y1="9" y2="9"/></svg>',
})

/** The drawing of a control, as Quill's toolbar has it. */
export function iconOf(name: string): string {
  const icon = (icons as Record<string, unknown>)[name]
  return typeof icon === 'string' ? icon : ''
}

/** The toolbar of the specification, in the order of its groups, and after its lists what else a line can be. */
export const toolbarControls = [
  ['bold', 'italic', 'underline', 'strike'],
  [{ header: [1, 2, 3, 4, 5, 6, false] }, { size: ['small', false, 'large', 'huge'] }],
  [{ list: 'ordered' }, { list: 'bullet' }, { indent: '-1' }, { indent: '+1' }, { align: [] }],
  ['blockquote', 'code-block', 'divider'],
  ['link', 'image', 'video', 'alt'],
  [{ color: [] }, { background: [] }],
  ['clean'],
]

const buttonNames: Record<string, string> = {
  'ql-bold': 'Bold',
  'ql-italic': 'Italic',
  'ql-underline': 'Underline',
  'ql-strike': 'Strikethrough',
  'ql-list:ordered': 'Numbered list',
  'ql-list:bullet': 'Bulleted list',
  'ql-indent:-1': 'Less indent',
  'ql-indent:+1': 'More indent',
  'ql-blockquote': 'Quote',
  'ql-code-block': 'Code',
  'ql-divider': 'Divider',
  'ql-link': 'Link',
  'ql-image': 'Picture',
  'ql-video': 'Video',
  'ql-alt': 'Describe picture',
  'ql-clean': 'Clear formatting',
}

const keys: Record<string, string> = {
  'ql-bold': 'Ctrl+B',
  'ql-italic': 'Ctrl+I',
  'ql-underline': 'Ctrl+U',
  'ql-link': 'Ctrl+K',
}

const pickerNames: Record<string, string> = {
  'ql-header': 'Heading',
  'ql-size': 'Text size',
  'ql-align': 'Alignment',
  'ql-color': 'Text colour',
  'ql-background': 'Background colour',
}

const hues = ['Black', 'Red', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple']
const shades = ['', 'Pale ', 'Light ', 'Dark ', 'Very dark ']
const greys = ['Black', 'White', 'Light grey', 'Grey', 'Dark grey']

const valueNames: Record<string, Record<string, string>> = {
  'ql-size': { small: 'Small', '': 'Normal', large: 'Large', huge: 'Huge' },
  'ql-align': { '': 'Left', center: 'Centre', right: 'Right', justify: 'Justified' },
}

type Pickers = {
  container: HTMLElement
  label: HTMLElement
  options: HTMLElement
  togglePicker(): void
  close(): void
}[]

/** Quill's bubble, as far as it is used here. */
type Bubble = {
  root: HTMLElement
  textbox: HTMLInputElement
  show(): void
  hide(): void
  position(bounds: { top: number }): void
  edit(mode: string, preview?: string | null): void
  save(): void
  cancel(): void
}

export function bubbleOf(quill: Quill): Bubble {
  return (quill.theme as unknown as { tooltip: Bubble }).tooltip
}

function toolbarOf(quill: Quill): HTMLElement {
  return (quill.getModule('toolbar') as { container: HTMLElement }).container
}

/** Names every control, and makes the toolbar one stop of the Tab key through which the arrow keys lead. */
export function makeToolbarAccessible(quill: Quill): void {
  const toolbar = toolbarOf(quill)
  const pickers = (quill.theme as unknown as { pickers: Pickers }).pickers
  toolbar.setAttribute('aria-label', 'Formatting')
  for (const button of toolbar.querySelectorAll('button')) nameButton(button)
  for (const picker of pickers) namePicker(picker)
  const controls = [...toolbar.querySelectorAll<HTMLElement>('button, .ql-picker-label')]
  for (const [at, control] of controls.entries()) control.tabIndex = at === 0 ? 0 : -1
  toolbar.addEventListener('keydown', (event) => onToolbarKey(event, quill, pickers))
  toolbar.addEventListener('focusin', ({ target }) => {
    if (!controls.includes(target as HTMLElement)) return
    for (const control of controls) control.tabIndex = control === target ? 0 : -1
  })
  // The text keeps its selection, and on a phone the keyboard stays.
  toolbar.addEventListener('mousedown', (event) => event.preventDefault())
}

/** Shows the toolbar at the selection, or at the caret, and moves the focus into it. */
export function openToolbar(quill: Quill): void {
  const range = quill.getSelection()
  const bubble = bubbleOf(quill)
  bubble.show()
  const bounds = range && quill.getBounds(range.index, range.length)
  if (bounds) bubble.position(bounds)
  toolbarOf(quill).querySelector<HTMLElement>('[tabindex="0"]')?.focus()
}

function nameButton(button: HTMLButtonElement): void {
  const format = [...button.classList].find((name) => name.startsWith('ql-')) ?? ''
  const name = buttonNames[button.value ? `${format}:${button.value}` : format] ?? format
  button.setAttribute('aria-label', name)
  button.title = keys[format] ? `${name} (${keys[format]})` : name
  if (format === 'ql-alt') button.textContent = name
}

function namePicker({ container, label, options }: Pickers[number]): void {
  const [format, picker] = Object.entries(pickerNames).find(([name]) => container.classList.contains(name)) ?? ['', '']
  label.setAttribute('aria-label', picker)
  label.setAttribute('title', picker)
  options.setAttribute('role', 'group')
  options.setAttribute('aria-label', picker)
  for (const [at, item] of [...options.children].entries()) {
    const value = item.getAttribute('data-value') ?? ''
    const colour =
      at % hues.length === 0
        ? greys[at / hues.length]
        : `${shades[Math.floor(at / hues.length)]}${hues[at % hues.length]}`
    const heading = value ? `Heading ${value}` : 'Normal text'
    const name = valueNames[format]?.[value] ?? (format === 'ql-header' ? heading : (colour ?? value))
    item.setAttribute('aria-label', name)
    item.setAttribute('title', name)
    item.setAttribute('tabindex', '-1')
  }
}

function onToolbarKey(event: KeyboardEvent, quill: Quill, pickers: Pickers): void {
  const target = event.target as HTMLElement
  const open = pickers.find(
    ({ container, options }) => container.classList.contains('ql-expanded') && options.contains(target),
  )
  const own = pickers.find(({ label }) => label === target)
  if (event.key === 'Escape') {
    // An open choice closes first, which Quill does.
    if (open || own?.container.classList.contains('ql-expanded')) return
    bubbleOf(quill).hide()
    quill.focus({ preventScroll: true })
    event.preventDefault()
    return
  }
  if (own && (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown')) {
    // Quill itself opens it at Enter, after this.
    if (event.key !== 'Enter') own.togglePicker()
    event.preventDefault()
    setTimeout(() => {
      const chosen = own.options.querySelector('.ql-selected') ?? own.options.firstElementChild
      if (chosen instanceof HTMLElement) chosen.focus()
    })
    return
  }
  if (open && event.key === ' ') {
    event.preventDefault()
    target.click()
    return
  }
  const isShown = (control: Element) => control.checkVisibility?.() ?? true
  const around = open
    ? [...open.options.children]
    : [...toolbarOf(quill).querySelectorAll('button, .ql-picker-label')].filter(isShown)
  if (!around.includes(target)) return
  const next = neighbour(event.key, around as HTMLElement[], { alsoSideways: true })
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Sets `--covered` to the height that a phone's keyboard covers at the bottom. */
export function stayAboveKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => undefined
  const ended = new AbortController()
  const measure = () => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
    element.style.setProperty('--covered', `${Math.round(covered)}px`)
  }
  measure()
  for (const name of ['resize', 'scroll']) view.addEventListener(name, measure, { signal: ended.signal })
  return () => ended.abort()
}
