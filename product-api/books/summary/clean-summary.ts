import { looksLikeMarkdown } from '#story-html/clean-pasted.ts'
import { markdownToHtml } from '#story-html/markdown-to-html.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'

const openingFence = /^\s*```[a-z]*[ \t]*(?:\r?\n|$)/i
const closingFence = /(?:\r?\n)?[ \t]*`{1,3}\s*$/
const anyTag = /<\/?[a-z][^<>]*>/i
const halfEntity = /&[#\w]{0,31}$/

const quoted = /^"\s*(<[\s\S]*>)\s*"$/

/** Sanitises a complete answer to HTML, and removes the code fence or quotes that models often put around it. */
export function cleanSummary(answer: string): string {
  const text = withoutFence(answer).trim().replace(quoted, '$1')
  return sanitiseStory(!anyTag.test(text) && looksLikeMarkdown(text) ? markdownToHtml(text) : text)
}

/** Sanitises an answer that is still incomplete; cuts it before an unfinished tag or entity. */
export function cleanPartial(answer: string): string {
  const text = withoutFence(answer)
  const open = text.lastIndexOf('<')
  const whole = open > text.lastIndexOf('>') ? text.slice(0, open) : text
  return sanitiseStory(whole.replace(halfEntity, ''))
}

function withoutFence(answer: string): string {
  // Hides an unfinished fence.
  if (/^\s*`{1,3}[a-z]*$/i.test(answer)) return ''
  return openingFence.test(answer) ? answer.replace(openingFence, '').replace(closingFence, '') : answer
}

/** The least time between two partial texts; longer if sanitising takes more than a tenth of it. */
const leastPauseMs = 200
const shareOfTime = 10

/**
 * Yields the text received so far as sanitised HTML, at intervals.
 * @returns the complete text, as received.
 */
export async function* streamPartials(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ kind: 'text'; html: string }, string> {
  let answer = ''
  let nextAt = 0
  let shown = ''
  for await (const piece of pieces) {
    answer += piece
    const startedAt = performance.now()
    if (startedAt < nextAt) continue
    const html = cleanPartial(answer)
    nextAt = startedAt + Math.max(leastPauseMs, (performance.now() - startedAt) * shareOfTime)
    if (html === shown) continue
    shown = html
    yield { kind: 'text', html }
  }
  return answer
}
