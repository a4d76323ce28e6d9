import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ProblemBody } from './problems.ts'
import { storyLimits } from './text-limits.ts'

const pleaseGive = 'Please enter the book’s name, its author and the code, with a | between them.'

/** An existing summary of the book, as a 409 names it in `current`. */
export const KnownSummary = z.object({ slug: z.string(), title: z.string(), isDraft: z.boolean() })
export type KnownSummary = z.infer<typeof KnownSummary>

/**
 * The events while a text is written. `text`: everything so far, sanitised and with every tag closed. `end`: the
 * whole, and the slug of the draft that has it (null if another product API keeps none). `problem`: nothing of it is
 * kept. Writing ends when the caller goes away.
 */
export const TextEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), html: z.string() }),
  z.object({ kind: z.literal('end'), html: z.string(), draft: z.string().nullable() }),
  z.object({ kind: z.literal('problem'), problem: ProblemBody }),
])
export type TextEvent = z.infer<typeof TextEvent>

export const textProcessing = defineEndpoints({
  process: {
    call: 'POST /openai/text-processing',
    summary:
      'Has a model write the summary of a book and keeps it as a draft; `text/event-stream` shows it as it is written',
    body: z.object({
      input: z
        .string({ error: pleaseGive })
        .min(1, pleaseGive)
        .max(storyLimits.bookInput, `Please enter at most ${storyLimits.bookInput} characters.`)
        .describe('`Book name|Book Author|Code`'),
      again: z.boolean().optional().describe('even if there is a summary of this book already'),
    }),
    response: z.string().describe('HTML, sanitised'),
    events: TextEvent,
    auth: 'admin',
    problems: ['exists_already', 'too_many_requests', 'unavailable'],
    // Longer than the product API itself waits for the model.
    timeoutMs: 270_000,
  },
})
