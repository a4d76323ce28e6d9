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

/** Also for an answer that broke off after its beginning. */
export function unanswered(cause: unknown): CallFailure {
  return new CallFailure(0, 'You seem to be offline. Please try again.', { cause })
}
