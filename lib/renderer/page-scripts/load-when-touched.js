// Loads the scripts of a page when its reader first touches it, and then replays earlier clicks and input. A page that
// names none has them already, or needs none.
const { once, start, scripts } = document.currentScript.dataset
const path = location.pathname + location.search
const again = `reload:${path}`
const sources = scripts?.split(' ')
const presses = ['pointerdown', 'touchstart', 'focusin', 'click']
const pressParts = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click']
const signs = [...presses, 'pointermove', 'keydown', 'input', 'scroll']
const fields = 'input, textarea, select'
const plainLink = 'a[href]:not([data-scripted])'
const asIs = { capture: true, passive: true }
const patienceMs = 15_000
const pressed = new Set()
const keys = []
const typed = new Map()
let loadedAt = 0
let isOver = false
let restsAt
let isAgain
let caret
try {
  isAgain = sessionStorage.getItem(again)
  sessionStorage.removeItem(again)
} catch {
  // Storage is blocked.
}

/** Set by an effect of the page once it is hydrated: from then on its own listeners get every event. */
const isAwake = () => document.body?.hasAttribute('data-awake')

const touch = ({ type, target, clientX, clientY }) => {
  // A link leaves this page: loading its scripts would only delay the next one.
  if (presses.includes(type) && target.closest?.(plainLink)) return
  // The page itself has put the caret there.
  if (type === 'focusin' && target.autofocus) return
  if (type === 'pointermove') {
    // Browsers fire a move when a page appears under a resting pointer.
    const place = `${clientX} ${clientY}`
    const isMoved = restsAt !== undefined && restsAt !== place
    restsAt = place
    if (!isMoved) return
  }
  load()
}

const load = () => {
  if (loadedAt) return
  loadedAt = performance.now()
  for (const sign of signs) removeEventListener(sign, touch, asIs)
  const isComplete = !start && document.readyState !== 'loading'
  if (!isComplete) preload()
  if (start) fetchData(() => setTimeout(fetchData, 1_000, giveUp))
  // The page has them itself, at its end.
  else if (isComplete) readData()
  else addEventListener('DOMContentLoaded', readData, true)
  handOver()
}

/** For scripts that have to wait for their data. */
const preload = () => {
  for (const href of sources) {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href })
    setTimeout(() => document.head.append(link))
  }
}

const fetchData = (ifLost) => {
  fetch(`/start-data/${start}?page=${encodeURIComponent(path)}`)
    .then((answer) => (answer.ok ? answer.json() : answer.status === 404 ? startAgain() : Promise.reject()))
    .then((data) => data && run(data))
    .catch(ifLost)
}

const readData = () => run(JSON.parse(document.getElementById('start-data').textContent))

/** The data first: Next's client takes none once it runs. */
const run = (data) => {
  for (const each of data) self.__next_f.push(each)
  // Each in a task of its own: to begin ten loads takes a slow phone longer than a frame.
  for (const source of sources) setTimeout(ask, 0, source, onceMore)
}

/** The page is another one by now. It is loaded again, once, and what was typed comes back into it. */
const startAgain = () => {
  if (isAgain) return giveUp()
  try {
    keepTyped()
  } catch {
    return giveUp()
  }
  // The reader types on until the page goes.
  addEventListener('pagehide', keepTyped)
  location.reload()
}

const keepTyped = () => {
  const inputs = [...document.querySelectorAll(fields)]
  const place = (field) => [field.name, inputs.filter(({ name }) => name === field.name).indexOf(field)]
  const isKept = (field) => isChanged(field) && !['password', 'file'].includes(field.type)
  const state = inputs.filter(isKept).map((field) => [...place(field), field[stateOf(field)]])
  sessionStorage.setItem(again, JSON.stringify(state))
}

const takeUpAgain = () => {
  for (const [name, at, state] of JSON.parse(isAgain)) {
    const field = [...document.querySelectorAll(fields)].filter((other) => other.name === name)[at]
    if (!field) continue
    field[stateOf(field)] = state
    remember({ target: field })
  }
  load()
}

const ask = (source, ifLost) => {
  const script = document.createElement('script')
  script.src = source
  // Set the attribute too: React skips async scripts when it hydrates the head.
  script.async = true
  script.onerror = () => ifLost(script)
  document.head.append(script)
}

/** Retries once: a phone that changes networks loses only the requests in flight. */
const onceMore = (script) => {
  script.remove()
  // The attribute, not the resolved URL: chunks identify each other by it.
  setTimeout(ask, 1_000, script.getAttribute('src'), giveUp)
}

/**
 * Holds clicks on buttons, and on links that need scripts, until those have loaded. Plain links, search forms and popovers
 * work without them.
 */
const hold = (event) => {
  const button = event.target.closest?.('button, a[data-scripted]')
  if (!button || button.hasAttribute('popovertarget')) return
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  if (button.form?.method === 'get' && button.form.hasAttribute('action')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  pressed.add(button)
  load()
}

/**
 * Keeps the press of a plain link from React until it has taken over the page. To look at it, React would first take over
 * in one task, a second on a slow phone, and the browser could not follow the link for so long.
 */
const keepFromReact = (event) => {
  if (event.target.closest?.(plainLink)) event.stopPropagation()
}

/**
 * Keeps shortcuts; in a field only those that `data-keys` names, everything else is typed there. Enter moves to the field
 * that `data-enter-to` names.
 */
const keepKey = (event) => {
  const { target, key } = event
  const isChord = event.ctrlKey || event.metaKey
  const isField = target.matches?.(fields)
  const owner = `[data-keys~="${CSS.escape(isChord ? `Mod+${key.toLowerCase()}` : key)}"]`
  if (isChord ? document.querySelector(owner) : isField && target.closest(owner)) {
    event.preventDefault()
    keys.push(event)
  } else if (!isField) {
    keys.push(event)
    if (isChord || !target.closest?.('[data-takes-keys]')) return
    // Text: replayed in order, so no letter reaches the page before those that are kept. A space would scroll.
    event.stopImmediatePropagation()
    if (key.length === 1) event.preventDefault()
    event.selected = getSelection().rangeCount ? getSelection().getRangeAt(0).cloneRange() : undefined
  } else if (key === 'Enter' && !isChord && !event.isComposing && target.dataset.enterTo) {
    event.preventDefault()
    document.getElementById(target.dataset.enterTo)?.focus()
  }
}

/** Waits for hydration, however long it takes; typed text is never lost. */
const handOver = () => {
  if (isAwake()) return takeOver()
  noteCaret()
  if (performance.now() - loadedAt > patienceMs) giveUp()
  if (isOver) setTimeout(handOver, 250)
  else requestAnimationFrame(handOver)
}

const takeOver = () => {
  removeEventListener('input', remember, asIs)
  for (const field of document.querySelectorAll(fields)) if (isChanged(field)) remember({ target: field })
  // The focused field first, or it would lose its caret.
  const hasCaret = (field) => Number(field === document.activeElement)
  const all = [...typed].sort(([one], [other]) => hasCaret(other) - hasCaret(one))
  for (const [field, value] of all) if (field.isConnected) tell(field, value)
  const { field, value, selection } = caret ?? {}
  if (selection && field === document.activeElement && field.value === value) field.setSelectionRange(...selection)
  giveUp()
}

/** React sets the value of a text area once more as it hydrates, which takes its caret and selection to the beginning. */
const noteCaret = () => {
  const { activeElement: field } = document
  if (field?.localName !== 'textarea') return
  const { value, selectionStart, selectionEnd } = field
  if (selectionEnd === 0 && caret?.field === field && caret.value === value) return
  caret = { field, value, selection: [selectionStart, selectionEnd] }
}

/** React resets a field whose input it missed as soon as it renders the form again. */
const remember = ({ target }) => {
  if (!target.matches?.(fields)) return
  // Only a radio group's last choice is replayed.
  for (const other of typed.keys()) if (isSameChoice(other, target)) typed.delete(other)
  typed.set(target, target[stateOf(target)])
}
const isSameChoice = (one, other) =>
  one.type === 'radio' && other.type === 'radio' && one.name === other.name && one.form === other.form

const states = { checkbox: 'checked', radio: 'checked', file: 'files', 'select-one': 'selectedIndex' }
const events = { value: 'input', checked: 'click' }
const stateOf = ({ type }) => states[type] ?? 'value'

const isChanged = (field) => {
  if (field.localName === 'select')
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (stateOf(field) === 'value') return field.value !== field.defaultValue
  if (stateOf(field) === 'files') return field.files.length > 0
  return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
}

/** Controlled fields keep their value while React hydrates, but only an event brings it into their state. */
const tell = (field, value) => {
  const state = stateOf(field)
  if (field[state] !== value)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), state).set.call(field, value)
  // React compares with the value it saw last, which is already the new one.
  field._valueTracker?.setValue(state === 'checked' ? String(!value) : '')
  field.dispatchEvent(new Event(events[state] ?? 'change', { bubbles: true }))
}

/** Ends what this script does. Without others a button submits its form. */
const giveUp = () => {
  if (isOver) return
  isOver = true
  removeEventListener('click', hold, true)
  removeEventListener('keydown', keepKey, true)
  for (const part of pressParts) removeEventListener(part, keepFromReact, asIs)
  for (const button of pressed) if (button.isConnected) button.click()
  for (const event of keys) {
    const place = event.target.isConnected ? event.target : document.body
    const { selected } = event
    place.dispatchEvent(Object.assign(new KeyboardEvent('keydown', event), { selected }))
  }
}

/** A field must not be replaced while an input method composes in it, which may have begun before hydration. */
const noteComposing = ({ type }) =>
  document.documentElement.toggleAttribute('data-composing', type !== 'compositionend')

const wait = () => {
  addEventListener('click', hold, true)
  addEventListener('keydown', keepKey, true)
  addEventListener('input', remember, asIs)
  for (const part of pressParts) addEventListener(part, keepFromReact, asIs)
  for (const type of ['compositionstart', 'compositionend']) addEventListener(type, noteComposing, asIs)
  for (const sign of signs) addEventListener(sign, touch, asIs)
  // Not before the first paint: scripts would compete with it for network and CPU.
  const loadOncePainted = () => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return load()
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  }
  if (isAgain) addEventListener('DOMContentLoaded', takeUpAgain, true)
  const { session, kept } = document.documentElement.dataset
  const begin = kept !== undefined ? load : once === 'painted' || session === 'in' ? loadOncePainted : undefined
  // A prerendered page may never be shown.
  if (begin && document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true })
  else begin?.()
}
if (sources) wait()
