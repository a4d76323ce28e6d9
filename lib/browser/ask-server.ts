import { CallFailure } from './call-failure.ts'

/**
 * The only `fetch` of the browser's code.
 * @throws CallFailure if there was no answer.
 */
export async function askServer(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    throw unanswered(cause)
  }
}

/** Also for an answer that broke off after its beginning. A time limit of ours ends with a TimeoutError. */
export function unanswered(cause: unknown): CallFailure {
  const isLate = (cause as Partial<Error> | undefined)?.name === 'TimeoutError'
  const what = isLate ? 'The server took too long to answer.' : 'You seem to be offline.'
  return new CallFailure(0, `${what} Please try again.`, { cause })
}
