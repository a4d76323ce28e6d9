import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'

export type Values = Record<string, string>
export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Trouble = {
  /** About the form as a whole. */
  message?: string
  failure?: CallFailure
  /** Field → what is wrong with it. */
  fields: Values
}
export type SendingOptions = {
  /** The sentence for a failure that is no single field's; by default its message. */
  explain?: (failure: CallFailure) => string
  /** Field → what is wrong with it, before anything is sent; without it the server alone checks. */
  check?: (fields: FieldElement[]) => Values
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
export function useSending(send: (values: Values) => Promise<void>, options: SendingOptions = {}): Submission {
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
    // The fields that can show what is wrong with them, in their order.
    const places = [...event.currentTarget.querySelectorAll<FieldElement>('[data-field]')]
    const fields = options.check?.(places) ?? {}
    if (Object.keys(fields).length > 0) {
      setTrouble({ fields })
      return
    }
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Values
    void submit(
      values,
      places.map(({ name }) => name),
    )
  }

  return { form, isBusy, message: trouble.message, failure: trouble.failure, errors: trouble.fields, onSubmit }
}

/** What is wrong with a field of the form stands there; everything else is said in the form's notice. */
function troubleOf(fault: unknown, names: string[], explain: SendingOptions['explain']): Trouble {
  if (!(fault instanceof CallFailure)) return { message: 'Something went wrong. Please try again.', fields: {} }
  const wrong = Object.entries(fault.fields ?? {})
  const inPlace = wrong.filter(([name]) => names.includes(name))
  const elsewhere = wrong.filter(([name]) => !names.includes(name)).map(([, sentence]) => sentence)
  if (inPlace.length > 0) return { message: together(elsewhere), fields: Object.fromEntries(inPlace) }
  return { message: together([explain?.(fault) ?? fault.message, ...elsewhere]), failure: fault, fields: {} }
}

/** In one text, without what a sentence before has said already. */
function together(sentences: string[]): string {
  return sentences.reduce((said, sentence) => (said.includes(sentence) ? said : `${said} ${sentence}`.trim()), '')
}
