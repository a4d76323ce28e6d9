import { isApiError } from '#platform/openai.ts'
import { Problem } from '#platform/problem.ts'

export const nothingKept = 'Nothing was kept. Please try again.'

const unfinishedFor = new Map<string | undefined, string>([
  ['length', 'The model reached its length limit before the end of the text.'],
  ['content_filter', 'The model’s content filter stopped the text.'],
])

/** Translates a failure of a model or its endpoint into a problem with a sentence of ours. */
export function modelProblem(fault: unknown): Problem {
  return problemIn(fault) ?? unavailable(sentenceFor(fault), fault)
}

/** The problem that a failure is or comes from: the client wraps those of `fetch`. */
function problemIn(fault: unknown): Problem | undefined {
  if (fault instanceof Problem) return fault
  return fault instanceof Error ? problemIn(fault.cause) : undefined
}

export function unavailable(detail: string, cause?: unknown): Problem {
  return new Problem('unavailable', { detail, cause })
}

/** For a caller who has disconnected. */
export function cancelled(): Problem {
  return unavailable('Cancelled. Nothing was kept.')
}

/** For an answer that is longer than any summary. */
export function tooLong(): Problem {
  return unavailable(`The model wrote far more than fits in a summary. ${nothingKept}`)
}

function sentenceFor(fault: unknown): string {
  if (fault instanceof SyntaxError) return `The endpoint’s answer couldn’t be read. ${nothingKept}`
  if (!isApiError(fault)) return `The model’s answer broke off. ${nothingKept}`
  if (fault.status !== undefined) return sentenceForStatus(fault.status)
  if (fault.constructor.name === 'APIError')
    return `The endpoint reported an error in the middle of the text. ${nothingKept}`
  return 'The model’s endpoint isn’t responding. Please check OPENAI_BASE_URL, or try again later.'
}

function sentenceForStatus(status: number): string {
  const said = `The model’s endpoint answered ${status}`
  if (status === 401 || status === 403) return `${said}: it doesn’t accept our key. Please check OPENAI_API_KEY.`
  if (status === 404) return `${said}: please check OPENAI_BASE_URL and OPENAI_MODEL.`
  if (status === 429) return `${said}: it’s busy, or the quota is used up. Please try again later.`
  if (status >= 500) return `${said}: it has a problem of its own. Please try again later.`
  if (status < 400) return `${said}: it redirects elsewhere. Please check OPENAI_BASE_URL.`
  return `${said}: it doesn’t accept our request. Please check OPENAI_MODEL.`
}

/** For an answer that ended without a finish reason of `stop`. */
export function unfinished(finish: string | undefined): Problem {
  const sentence = unfinishedFor.get(finish) ?? 'The model’s answer broke off.'
  return unavailable(`${sentence} ${nothingKept}`)
}
