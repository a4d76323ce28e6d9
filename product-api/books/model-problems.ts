import { isApiError } from '../openai-client.ts'
import { Problem } from '../problem.ts'
import { NoModelAnswer, TooLongAnswer } from './fetch-bounded.ts'

export const nothingKept = 'Nothing was kept. Please try again.'

const unfinishedFor = new Map<string | undefined, string>([
  ['length', 'The model reached its limit before the end of the text.'],
  ['content_filter', 'The filter of the model stopped the text.'],
])

/** A failure of a model or its endpoint in our own words. */
export function modelProblem(fault: unknown): Problem {
  if (fault instanceof Problem) return fault
  return new Problem('unavailable', { detail: sentenceFor(fault), cause: fault })
}

/** Its caller is gone: hardly anybody reads it. */
export function cancelled(): Problem {
  return new Problem('unavailable', { detail: 'Cancelled. Nothing was kept.' })
}

function sentenceFor(fault: unknown): string {
  if (isOrComesFrom(fault, TooLongAnswer)) return `The model wrote far more than a summary has. ${nothingKept}`
  if (isOrComesFrom(fault, NoModelAnswer)) {
    return 'The endpoint answered something that is no text of a model. Please check OPENAI_BASE_URL.'
  }
  if (fault instanceof SyntaxError) return `The endpoint answered something that cannot be read. ${nothingKept}`
  if (!isApiError(fault)) return `The answer of the model broke off. ${nothingKept}`
  if (fault.status !== undefined) return sentenceForStatus(fault.status)
  if (fault.constructor.name === 'APIError')
    return `The endpoint reported a fault in the middle of the text. ${nothingKept}`
  return 'The endpoint of the model does not answer. Please check OPENAI_BASE_URL, or try again later.'
}

function sentenceForStatus(status: number): string {
  const said = `The endpoint of the model answered ${status}`
  if (status === 401 || status === 403) return `${said}: it does not accept our key. Please check OPENAI_API_KEY.`
  if (status === 404) return `${said}: please check OPENAI_BASE_URL and OPENAI_MODEL.`
  if (status === 429) return `${said}: it is busy, or what was paid for is used up. Please try again later.`
  if (status >= 500) return `${said}: it has a fault of its own. Please try again later.`
  if (status < 400) return `${said}: it leads elsewhere. Please check OPENAI_BASE_URL.`
  return `${said}: it does not accept what we ask. Please check OPENAI_MODEL.`
}

/** For an answer that ended without saying that it is whole. */
export function unfinished(finish: string | undefined): Problem {
  const sentence = unfinishedFor.get(finish) ?? 'The answer of the model broke off.'
  return new Problem('unavailable', { detail: `${sentence} ${nothingKept}` })
}

function isOrComesFrom(fault: unknown, kind: new () => Error): boolean {
  return (
    fault instanceof kind || (fault instanceof Error && fault.cause !== undefined && isOrComesFrom(fault.cause, kind))
  )
}
