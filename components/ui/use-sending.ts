import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { type FormErrors, formErrorsOf, type Values } from './form-errors.ts'

export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type SendingOptions = {
  /** The sentence for a failure that belongs to no single field; by default its message. */
  explain?: (failure: CallFailure) => string
  /** Field → its fault, before anything is sent; without it the server alone checks. */
  check?: (fields: FieldElement[]) => Values
  /** The errors of a form that was sent without scripts; they are part of the page. */
  before?: FormErrors | undefined
  /** The outcome of a form that was sent without scripts; it is part of the page. */
  doneBefore?: string | undefined
}
export type Send = (values: Values) => Promise<string | undefined>
export type Submission = {
  form: RefObject<HTMLFormElement | null>
  isBusy: boolean
  message: string | undefined
  /** The failure of the last try, for a form that knows what to do about it. */
  failure: CallFailure | undefined
  errors: Values
  /** The sentence that `send` returned, or empty; undefined until it has succeeded, and while it is tried again. */
  done: string | undefined
  /** The errors, or `done`, are those that the page came with. */
  isAtLoad: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends a form's values, once at a time. Typed text stays in the fields whatever happens; the first wrong one gets the
 * focus. `send` returns the sentence to show, if there is one, and throws a CallFailure for what the person should read.
 */
export function useSending(send: Send, options: SendingOptions = {}): Submission {
  const [isBusy, setIsBusy] = useState(false)
  const [isAtLoad, setIsAtLoad] = useState(true)
  const [done, setDone] = useState(options.doneBefore)
  const [formErrors, setFormErrors] = useState<FormErrors>(options.before ?? { fields: {} })
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)

  useEffect(() => {
    // The errors that the page came with are focused already, unless the person has moved on since.
    if (isAtLoad) return
    if (formErrors.message) form.current?.querySelector('[role=alert]')?.scrollIntoView?.({ block: 'nearest' })
    if (Object.keys(formErrors.fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [formErrors, isAtLoad])

  async function submit(values: Values, names: string[]) {
    sending.current = true
    setIsBusy(true)
    setDone(undefined)
    setFormErrors({ fields: {} })
    try {
      setDone((await send(values)) ?? '')
    } catch (fault) {
      setFormErrors(formErrorsOf(fault, names, options.explain))
      if (!(fault instanceof CallFailure)) throw fault
    } finally {
      sending.current = false
      setIsBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    setIsAtLoad(false)
    // The fields that can show their own fault, in order.
    const places = [...event.currentTarget.querySelectorAll<FieldElement>('[data-field]')]
    const fields = options.check?.(places) ?? {}
    if (Object.keys(fields).length > 0) {
      setFormErrors({ fields })
      return
    }
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    void submit(
      values,
      places.map(({ name }) => name),
    )
  }

  return {
    form,
    isBusy,
    message: formErrors.message,
    failure: formErrors.failure,
    errors: formErrors.fields,
    isAtLoad,
    done,
    onSubmit,
  }
}
