import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import type { Values } from './form-errors.ts'
import { formErrorsFromAnswer } from './form-errors-from-answer.ts'
import { type FieldElement, type Send, type SendingOptions, type Submission, useSending } from './use-sending.ts'

type Options = Pick<SendingOptions, 'explain'> & {
  /** The server's answer to this form if it was sent without scripts. */
  answer?: FormAnswer | undefined
  /** The key under which typed text survives a reload; passwords never do. */
  keptAs?: string
}

/** Sends a form's values once its fields' own attributes (`required`, `type`, `pattern`, lengths) are met. */
export function useSubmission(send: Send, { explain, answer, keptAs }: Options = {}): Submission {
  const [before] = useState(() => formErrorsFromAnswer(answer, explain))
  const isDone = useRef(false)
  const sendAndNote = async (values: Values) => {
    const said = await send(values)
    isDone.current = true
    return said
  }
  const doneBefore = answer?.done
  const submission = useSending(sendAndNote, { ...(explain && { explain }), before, doneBefore, check: wrongFields })
  useKeptFields(submission.form, keptAs, isDone)
  return submission
}

function wrongFields(fields: FieldElement[]): Values {
  const faults = fields.map((field) => [field.name, faultOf(field)] as const)
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined))
}

/** The fault that the browser finds with a field by its attributes, in the field's words. */
function faultOf(field: FieldElement): string | undefined {
  const { validity, dataset, value } = field
  if (validity.valueMissing) return dataset.missing ?? 'Please fill in this field.'
  if (validity.typeMismatch || validity.patternMismatch || validity.badInput) {
    return dataset.mismatch ?? 'Please check what you have entered here.'
  }
  // `tooLong` and `tooShort` are for what a person has typed, not for what a script or a password manager filled in.
  const [least, most] = [Number(field.getAttribute('minlength')), Number(field.getAttribute('maxlength'))]
  if (most > 0 && value.length > most) return `Please use at most ${most} characters.`
  if (value !== '' && value.length < least) return `Please use at least ${least} characters.`
  if (validity.customError) return field.validationMessage
  return validity.valid ? undefined : 'Please check what you have entered here.'
}

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * Restores typed text after a reload of the page, which browsers don't guarantee.
 * Never a password, and nothing once the form is done; a page that is opened again begins empty.
 */
function useKeptFields(
  form: RefObject<HTMLFormElement | null>,
  name: string | undefined,
  isDone: RefObject<boolean>,
): void {
  useEffect(() => {
    if (!name) return
    const fields = () => [...(form.current?.querySelectorAll<Typed>('input[data-field], textarea[data-field]') ?? [])]
    const kept = takeKept(name)
    for (const field of fields()) {
      const value = kept[field.name]
      if (value !== undefined && isKeepable(field) && field.value === field.defaultValue) field.value = value
    }
    const keep = () => {
      if (isDone.current) return
      const typed = fields().filter((field) => isKeepable(field) && field.value !== field.defaultValue)
      if (typed.length === 0) return
      try {
        const values = Object.fromEntries(typed.map((field) => [field.name, field.value]))
        sessionStorage.setItem(`typed:${name}`, JSON.stringify(values))
      } catch {
        // Storage is blocked or full: the fields begin empty.
      }
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [form, name, isDone])
}

function isKeepable({ type, autocomplete }: Typed): boolean {
  return type !== 'password' && !autocomplete.includes('password')
}

/** Reads the saved fields and deletes them; only a reloaded page gets them. */
function takeKept(name: string): Record<string, string> {
  try {
    const kept = sessionStorage.getItem(`typed:${name}`)
    sessionStorage.removeItem(`typed:${name}`)
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return kept && opened?.type === 'reload' ? (JSON.parse(kept) as Record<string, string>) : {}
  } catch {
    return {}
  }
}
