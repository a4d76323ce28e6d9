import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#lib/bff/client.ts'

export type Values = Record<string, string>
type Trouble = {
  /** About the form as a whole. */
  message?: string
  failure?: CallFailure
  /** Field → what is wrong with it. */
  fields: Values
}
type Options = {
  /** The sentence for a failure that is no single field's; by default its message. */
  explain?: (failure: CallFailure) => string
  /** The server checks what was typed, not the browser. */
  leavesCheckToServer?: boolean
}
export type Submission = {
  form: RefObject<HTMLFormElement | null>
  isBusy: boolean
  message: string | undefined
  /** What the last try failed of, for a form that knows what to do about it. */
  failure: CallFailure | undefined
  errors: Values
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends a form's values, once at a time. What was typed stays in the fields whatever happens; the first wrong one gets the
 * focus. `send` throws a CallFailure for what the person should read.
 */
export function useSubmission(send: (values: Values) => Promise<void>, options: Options = {}): Submission {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>({ fields: {} })
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)

  useEffect(() => {
    if (Object.keys(trouble.fields).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [trouble])

  async function submit(values: Values, names: string[]) {
    sending.current = true
    setIsBusy(true)
    setTrouble({ fields: {} })
    try {
      await send(values)
    } catch (fault) {
      setTrouble(troubleOf(fault, names, options.explain))
      if (!(fault instanceof CallFailure)) throw fault
    } finally {
      sending.current = false
      setIsBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const fields = options.leavesCheckToServer ? {} : wrongFields(event.currentTarget)
    if (Object.keys(fields).length > 0) {
      setTrouble({ fields })
      return
    }
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    const names = fieldsOf(event.currentTarget).map(({ name }) => name)
    void submit(values, names)
  }

  return { form, isBusy, message: trouble.message, failure: trouble.failure, errors: trouble.fields, onSubmit }
}

function troubleOf(fault: unknown, names: string[], explain: Options['explain']): Trouble {
  if (!(fault instanceof CallFailure)) return { message: 'Something went wrong. Please try again.', fields: {} }
  const wrong = Object.entries(fault.fields ?? {})
  const inPlace = wrong.filter(([name]) => names.includes(name))
  if (inPlace.length > 0) {
    const elsewhere = wrong.filter(([name]) => !names.includes(name)).map(([, sentence]) => sentence)
    return { message: elsewhere.join(' '), fields: Object.fromEntries(inPlace) }
  }
  return { message: explain?.(fault) ?? fault.message, failure: fault, fields: {} }
}

/** The browser's own checks (`required`, `type="email"`), in our words and in place. */
function wrongFields(form: HTMLFormElement): Values {
  const wrong: Values = {}
  for (const { name, validity, dataset } of fieldsOf(form)) {
    if (validity.valueMissing) wrong[name] = dataset.missing ?? 'Please fill in this field.'
    else if (validity.typeMismatch) wrong[name] = 'Please enter a valid e-mail address.'
  }
  return wrong
}

function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-field]')]
}
