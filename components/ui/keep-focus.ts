/** The focused element, and what is needed to find its successor once it is gone. */
type Held = {
  element: Element
  row: Element | null
  /** All rows at that time, in order. */
  rows: Element[]
  /** The buttons and links that had the focus in this row, the latest first. */
  names: string[]
}

const rows = 'li, tr'
const fields = 'input:not([type=file]), textarea, select'
const buttons = 'button, a[href]'

/**
 * For the `ref` of a list's section. Browsers drop the focus when the focused button goes; here it moves on:
 * - if the row stays: to what the row says now, to the button that led here, or to the field in the button's place,
 * - if the row goes: to the same button of the next row, else of the row before,
 * - else to what the list says now, to the first row that has come, to its heading, or to the first field.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined
  let held: Held | undefined

  const hold = ({ target }: FocusEvent) => {
    const element = target as Element
    const row = element.closest(rows)
    const name = element.closest(buttons)?.textContent
    const before = row && held?.row === row ? held.names : []
    held = { element, row, rows: [...root.querySelectorAll(rows)], names: name ? [name, ...before] : before }
  }

  const release = ({ relatedTarget }: FocusEvent) => {
    if (root.contains(relatedTarget as Node | null)) return
    // Afterwards, because a button that is being removed loses the focus before it is gone.
    queueMicrotask(() => {
      if (held?.element.isConnected && held.element !== document.activeElement) held = undefined
    })
  }

  const observer = new MutationObserver(() => {
    if (!held || held.element.isConnected) return
    const lost = held
    const next = document.activeElement === document.body ? successorOf(lost, root) : undefined
    // A sentence takes the focus from scripts alone.
    if (next && next.tabIndex < 0) next.tabIndex = -1
    next?.focus()
    if (held === lost) held = undefined
  })

  root.addEventListener('focusin', hold)
  root.addEventListener('focusout', release)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    root.removeEventListener('focusin', hold)
    root.removeEventListener('focusout', release)
  }
}

function successorOf({ row, rows: before, names }: Held, root: HTMLElement): HTMLElement | undefined {
  const at = row ? before.indexOf(row) : -1
  const around = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).reverse()]
  const come = row ? undefined : [...root.querySelectorAll(rows)].find((one) => !before.includes(one))
  return (
    (row?.isConnected ? inRow(row, names) : undefined) ??
    first(around, (other) => (other.isConnected ? named(other, names[0]) : undefined)) ??
    said(root, (sentence) => !sentence.closest(rows)) ??
    come?.querySelector<HTMLElement>(buttons) ??
    root.querySelector<HTMLElement>('h1, h2, h3') ??
    root.querySelector<HTMLElement>(fields) ??
    undefined
  )
}

function inRow(row: Element, names: string[]): HTMLElement | undefined {
  return said(row) ?? first(names, (name) => named(row, name)) ?? row.querySelector<HTMLElement>(fields) ?? undefined
}

function named(row: Element, name: string | undefined): HTMLElement | undefined {
  return [...row.querySelectorAll<HTMLElement>(buttons)].find(({ textContent }) => textContent === name)
}

/** The first sentence that is announced there and not empty: what an action led to stands above its list. */
function said(place: Element, isMeant: (sentence: Element) => boolean = () => true): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>('[role=status]')].find((one) => one.textContent && isMeant(one))
}

/** The first result that there is. */
function first<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}
