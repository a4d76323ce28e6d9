// Loads the scripts of a page when its reader first touches it, and then gives them what was pressed and typed before.
{
  const { once, scripts } = document.currentScript.dataset
  const sources = scripts.split(' ')
  const presses = ['pointerdown', 'touchstart', 'focusin', 'click']
  const signs = [...presses, 'pointermove', 'keydown', 'input', 'scroll']
  const fields = 'input, textarea, select'
  const asIs = { capture: true, passive: true }
  const patienceMs = 15_000
  const pressed = new Set()
  const keys = []
  const typed = new Map()
  let loadedAt = 0
  let isOver = false
  let restsAt

  /** The page says so itself, once its effects have run: from now on everything that listens hears of every event. */
  const isAwake = () => document.body?.hasAttribute('data-awake')

  const touch = ({ type, target, clientX, clientY }) => {
    // A link leads away from this page: its scripts would only keep the next one waiting.
    if (presses.includes(type) && target.closest?.('a[href]:not([data-scripted])')) return
    if (type === 'pointermove') {
      // Where the pointer rests when a page comes, browsers make up a move to that place.
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
    // Before the client hears that the page is whole: it takes no data after that.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', giveData, true)
    else giveData()
    for (const source of sources) ask(source, onceMore)
    handOver()
  }

  const ask = (source, ifLost) => {
    const script = document.createElement('script')
    script.src = source
    // As an attribute too: React passes over such scripts when it looks for its own in the head.
    script.async = true
    script.onerror = () => ifLost(script)
    document.head.append(script)
  }

  /** A phone that changed from one network to another has lost what was on its way, and little else. */
  const onceMore = (script) => {
    script.remove()
    // As it is written: chunks know each other by that.
    setTimeout(ask, 1_000, script.getAttribute('src'), giveUp)
  }

  const giveData = () => {
    for (const data of document.querySelectorAll('body > .start-data')) self.__next_f.push(JSON.parse(data.textContent))
  }

  /**
   * A link, a search and a popover are the browser's own; other buttons wait for their scripts, and so do links that do more
   * with them than lead somewhere.
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
   * Shortcuts, and in a field only those that `data-keys` names: all else is written there. Where Enter leads to another
   * field, it does so now.
   */
  const keepKey = (event) => {
    const { target, key } = event
    const isChord = event.ctrlKey || event.metaKey
    const isField = target.matches?.(fields)
    const owner = `[data-keys~="${CSS.escape(isChord ? `Mod+${key.toLowerCase()}` : key)}"]`
    if (isChord ? document.querySelector(owner) : isField && target.closest(owner)) {
      event.preventDefault()
      keys.push(event)
    } else if (!isField) keys.push(event)
    else if (key === 'Enter' && !isChord && !event.isComposing && target.dataset.enterTo) {
      event.preventDefault()
      document.getElementById(target.dataset.enterTo)?.focus()
    }
  }

  /** However late the scripts are: what was typed is told to them. */
  const handOver = () => {
    if (isAwake()) return takeOver()
    if (performance.now() - loadedAt > patienceMs) giveUp()
    if (isOver) setTimeout(handOver, 250)
    else requestAnimationFrame(handOver)
  }

  const takeOver = () => {
    removeEventListener('input', remember, asIs)
    for (const field of document.querySelectorAll(fields)) if (isChanged(field)) remember({ target: field })
    // First where the caret is, which would not come back.
    const hasCaret = (field) => Number(field === document.activeElement)
    const all = [...typed].sort(([one], [other]) => hasCaret(other) - hasCaret(one))
    for (const [field, value] of all) if (field.isConnected) tell(field, value)
    giveUp()
  }

  /** React puts a field back that it has not heard of as soon as it renders its form for something else. */
  const remember = ({ target }) => {
    if (!target.matches?.(fields)) return
    // Of a group only the last choice holds.
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

  /** Controlled fields keep what stands in them while React hydrates, but only an event brings it into their state. */
  const tell = (field, value) => {
    const state = stateOf(field)
    if (field[state] !== value)
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), state).set.call(field, value)
    // React compares with what it saw last, which is already the new value.
    field._valueTracker?.setValue(state === 'checked' ? String(!value) : '')
    field.dispatchEvent(new Event(events[state] ?? 'change', { bubbles: true }))
  }

  const release = () => {
    isOver = true
    removeEventListener('click', hold, true)
    removeEventListener('keydown', keepKey, true)
    for (const button of pressed) if (button.isConnected) button.click()
    for (const event of keys) {
      const place = event.target.isConnected ? event.target : document.body
      place.dispatchEvent(new KeyboardEvent('keydown', event))
    }
  }

  /** Without scripts a button does what its form alone can do. */
  const giveUp = () => {
    if (!isOver) release()
  }

  /** A field must not be replaced while an input method composes a word in it, which may have begun before React ran. */
  const noteComposing = ({ type }) =>
    document.documentElement.toggleAttribute('data-composing', type !== 'compositionend')

  addEventListener('click', hold, true)
  addEventListener('keydown', keepKey, true)
  addEventListener('input', remember, asIs)
  for (const type of ['compositionstart', 'compositionend']) addEventListener(type, noteComposing, asIs)
  for (const sign of signs) addEventListener(sign, touch, asIs)
  // Not before the page is seen: its scripts would take the line and the processor from what a reader waits for.
  const loadOncePainted = () => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return load()
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  }
  const { session, kept } = document.documentElement.dataset
  const begin = kept !== undefined ? load : once === 'painted' || session === 'in' ? loadOncePainted : undefined
  // A prerendered page may never be shown.
  if (begin && document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true })
  else begin?.()
}
