import { useRef, useState } from 'react'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { answeredTrouble } from './answered-trouble.ts'
import type { Values } from './trouble.ts'
import { useKeptFields } from './use-kept-fields.ts'
import { type FieldElement, type SendingOptions, type Submission, useSending } from './use-sending.ts'

type Options = Pick<SendingOptions, 'explain'> & {
  /** The server's answer to this form if it was sent without scripts. */
  answer?: FormAnswer | undefined
  /** Under this name typed text is kept over a reload, except passwords. */
  keptAs?: string
}

/** Sends a form's values once its fields' own attributes (`required`, `type`, `pattern`, lengths) are met. */
export function useSubmission(
  send: (values: Values) => Promise<void>,
  { explain, answer, keptAs }: Options = {},
): Submission {
  const [before] = useState(() => answeredTrouble(answer, explain))
  const isDone = useRef(false)
  const sendAndNote = async (values: Values) => {
    await send(values)
    isDone.current = true
  }
  const submission = useSending(sendAndNote, { ...(explain && { explain }), before, check: wrongFields })
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
