import { CallFailure } from '#lib/browser/call-failure.ts'

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
