import { Problem } from '#platform/problem.ts'
import type { EditedText } from './editable-fields.ts'

const shown = /<(?:img|iframe|table)\b/

/** Whether there is a title and something to read or to look at; the fields that lack it, with a sentence each. */
export function emptyFields({ title, content, contentText }: EditedText): Record<string, string> {
  return {
    ...(title === '' && { title: 'A story needs a title before it can be published.' }),
    ...(contentText === '' &&
      !shown.test(content) && { content: 'A story needs some text before it can be published.' }),
  }
}

/** @throws Problem `bad_request` naming `title`, `content` or both. */
export function refuseEmpty(text: EditedText): void {
  const fields = emptyFields(text)
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new Problem('bad_request', { detail: sentences.join(' '), fields })
}
