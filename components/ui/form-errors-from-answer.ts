import { CallFailure } from '#lib/browser/call-failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { type FormErrors, formErrorsOf } from './form-errors.ts'

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
