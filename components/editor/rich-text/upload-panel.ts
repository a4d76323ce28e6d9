type Actions = { cancel(): void; retry(): void; remove(): void }

export type UploadPanel = ReturnType<typeof makeUploadPanel>

let panels = 0

/** The panel in the text while a picture is uploaded: its name, its progress, and a field for its description. */
export function makeUploadPanel(name: string, actions: Actions) {
  const id = `picture-description-${++panels}`
  const bar = Object.assign(document.createElement('progress'), { max: 100 })
  bar.setAttribute('aria-label', `Uploading ${name}`)
  const state = Object.assign(document.createElement('p'), { className: 'ql-upload-state' })
  state.setAttribute('role', 'status')
  const textContent = 'Describe the picture for people who cannot see it'
  const label = Object.assign(document.createElement('label'), { htmlFor: id, textContent })
  const field = Object.assign(document.createElement('input'), { id, maxLength: 500 })
  const cancel = button('Cancel', actions.cancel)
  const retry = button('Try again', actions.retry)
  const remove = button('Remove', actions.remove)
  const buttons = document.createElement('p')
  buttons.append(cancel, retry, remove)
  const element = Object.assign(document.createElement('div'), { className: 'ql-upload-panel' })
  element.append(state, bar, label, field, buttons)
  // Text typed here is not part of the story.
  for (const type of ['keydown', 'keypress', 'keyup', 'input', 'beforeinput', 'paste', 'copy', 'cut', 'drop'])
    element.addEventListener(type, (event) => event.stopPropagation())

  // It would send the form around the editor, or break a line of the text once that has the focus.
  field.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault())

  const show = (text: string, isFailed: boolean) => {
    if (state.textContent !== text) state.textContent = text
    bar.hidden = isFailed
    cancel.hidden = isFailed
    retry.hidden = !isFailed
    remove.hidden = !isFailed
    element.classList.toggle('ql-upload-failed', isFailed)
  }
  const showUploading = () => {
    bar.value = 0
    show(`Uploading ${name}…`, false)
  }
  showUploading()
  return {
    element,
    /** The picture's description as written so far. */
    description: () => field.value.trim(),
    isBeingDescribed: () => document.activeElement === field,
    showProgress(share: number) {
      bar.value = Math.round(share * 100)
    },
    showFailure: (message: string) => show(message, true),
    showUploading,
    /** Calls back once the writer leaves the field; `goesOn` with Enter, to the text. */
    onDescribed(then: (goesOn: boolean) => void) {
      bar.value = 100
      show(`${name} is uploaded. Describe it, then press Enter.`, false)
      let goesOn = false
      field.addEventListener('blur', () => then(goesOn), { once: true })
      field.addEventListener('keydown', ({ key }) => {
        if (key !== 'Enter') return
        goesOn = true
        field.blur()
      })
    },
  }
}

function button(name: string, press: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: name })
  made.addEventListener('click', press)
  return made
}
