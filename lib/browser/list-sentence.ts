import { type CallFailure, statusSentence } from './call-failure.ts'

/** The sentence of the specification's error catalogue (section 8) for a list that could not be loaded. */
export function listSentence({ status }: CallFailure): string {
  return status === 0 ? 'Failed to load content. Please try again later.' : statusSentence(status)
}
