import { cleanBeginning } from './clean-summary.ts'

/** How often the text so far is shown; less often if making it safe takes long. */
const leastPauseMs = 200
const shareOfTime = 10

/**
 * Shows a text while it is written: now and then all that there is so far, safe to be put into a page.
 * @returns the whole as it came.
 */
export async function* showBeginnings(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ kind: 'text'; html: string }, string> {
  let answer = ''
  let nextAt = 0
  let shown = ''
  for await (const piece of pieces) {
    answer += piece
    const startedAt = performance.now()
    if (startedAt < nextAt) continue
    const html = cleanBeginning(answer)
    nextAt = startedAt + Math.max(leastPauseMs, (performance.now() - startedAt) * shareOfTime)
    if (html === shown) continue
    shown = html
    yield { kind: 'text', html }
  }
  return answer
}
