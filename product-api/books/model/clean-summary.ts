import { looksLikeMarkdown } from '#story-html/looks-like-markdown.ts'
import { markdownToHtml } from '#story-html/markdown-to-html.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'

const openingFence = /^\s*```[a-z]*[ \t]*(?:\r?\n|$)/i
const closingFence = /(?:\r?\n)?[ \t]*`{1,3}\s*$/
const anyTag = /<\/?[a-z][^<>]*>/i
const halfEntity = /&[#\w]{0,31}$/

const quoted = /^"\s*(<[\s\S]*>)\s*"$/

/** The HTML of a whole answer: without the code fence or the quotes that models like to put around it, and safe. */
export function cleanSummary(answer: string): string {
  const text = withoutFence(answer).trim().replace(quoted, '$1')
  return sanitiseStory(!anyTag.test(text) && looksLikeMarkdown(text) ? markdownToHtml(text) : text)
}

/** The same of what has come so far: it ends before a tag or an entity that is half there. */
export function cleanBeginning(answer: string): string {
  const text = withoutFence(answer)
  const open = text.lastIndexOf('<')
  const whole = open > text.lastIndexOf('>') ? text.slice(0, open) : text
  return sanitiseStory(whole.replace(halfEntity, ''))
}

function withoutFence(answer: string): string {
  // A fence that is half there shows as nothing.
  if (/^\s*`{1,3}[a-z]*$/i.test(answer)) return ''
  return openingFence.test(answer) ? answer.replace(openingFence, '').replace(closingFence, '') : answer
}
