import { problem } from './problem.ts'

/** Answers every address under `/api` that is no call: a program asked, so a problem and not a page. */
export function unknownCall(): Response {
  return problem('not_found', 'There is no such call.')
}
