import { type FieldElement, type SendingOptions, type Submission, useSending, type Values } from './use-sending.ts'

/** Sends a form's values once its fields' own attributes (`required`, `type`, `pattern`, lengths) are met. */
export function useSubmission(
  send: (values: Values) => Promise<void>,
  options: Omit<SendingOptions, 'check'> = {},
): Submission {
  return useSending(send, { ...options, check: wrongFields })
}

function wrongFields(fields: FieldElement[]): Values {
  const faults = fields.map((field) => [field.name, faultOf(field)] as const)
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined))
}

/** What the browser finds wrong with a field by its own attributes, in the field's words. */
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
