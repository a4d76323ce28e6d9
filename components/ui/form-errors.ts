import { CallFailure } from '#lib/browser/call-failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'

export type Values = Record<string, string>

/** The errors of a submitted form. */
export type FormErrors = {
  /** About the form as a whole. */
  message?: string
  failure?: CallFailure
  /** Field → its fault. */
  fields: Values
}

/** A fault of a form's field is shown at the field; everything else in the form's notice. */
export function formErrorsOf(fault: unknown, names: string[], explain?: (failure: CallFailure) => string): FormErrors {
  if (!(fault instanceof CallFailure)) return { message: 'Something went wrong. Please try again.', fields: {} }
  const wrong = Object.entries(fault.fields ?? {})
  const inPlace = wrong.filter(([name]) => names.includes(name))
  const elsewhere = wrong.filter(([name]) => !names.includes(name)).map(([, sentence]) => sentence)
  if (inPlace.length > 0) return { message: together(elsewhere), fields: Object.fromEntries(inPlace) }
  return { message: together([explain?.(fault) ?? fault.message, ...elsewhere]), failure: fault, fields: {} }
}

/** Joins sentences, without repeated ones. */
function together(sentences: string[]): string {
  return sentences.reduce((said, sentence) => (said.includes(sentence) ? said : `${said} ${sentence}`.trim()), '')
}

/** The server's findings for a form that was sent without scripts, worded as its script would. */
export function formErrorsFromAnswer(
  answer: FormAnswer | undefined,
  explain?: (failure: CallFailure) => string,
): FormErrors | undefined {
  if (!answer?.failure) return undefined
  const { status, message, places, fields = {}, code } = answer.failure
  // In the order of the page: the first gets the focus.
  const inOrder = [...places.filter((name) => fields[name]), ...Object.keys(fields)]
  const failure = new CallFailure(status, message, {
    code,
    detail: message,
    fields: Object.fromEntries(inOrder.map((name) => [name, fields[name] ?? ''])),
  })
  return formErrorsOf(failure, [...places], explain)
}
