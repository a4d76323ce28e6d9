import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { refuseWrongCode } from '#platform/limits/refuse-wrong-code.ts'
import { Problem } from '#platform/problem.ts'
import { addStory, findStoryOfBook } from '#stories/create-story.ts'
import { isWritten } from '#stories/load-story.ts'
import { plainText } from '#story-html/plain-text.ts'
import { askModel } from './model/ask-model.ts'
import { cleanSummary } from './model/clean-summary.ts'
import { cancelled } from './model/model-problems.ts'
import { type Book, readBookInput } from './model/read-book-input.ts'
import { showBeginnings } from './model/show-beginnings.ts'
import { summaryPrompt } from './model/summary-prompt.ts'

type Model = { baseUrl: string; apiKey: string | undefined; model: string }
/** A book whose summary may be asked for. */
export type AcceptedBook = Book & { at: Model }
/** What comes while a summary is written; the last one is the end. */
export type SummaryPart = { kind: 'text'; html: string } | { kind: 'end'; html: string; slug: string }

/**
 * Takes `Book name|Book Author|Code`; nothing is asked of the model yet.
 * @throws Problem `bad_request` naming `input`, `too_many_requests`, `unavailable` naming the settings that are missing,
 * `exists_already` with the summary that there is, unless it is asked for `again`.
 */
export async function acceptBook(
  ctx: SignedInContext,
  { input, again = false }: { input: string; again?: boolean | undefined },
): Promise<AcceptedBook> {
  const { code, ...book } = readBookInput(input)
  await refuseWrongCode(ctx, code, ctx.books.addCode, {
    ...{ limit: 'bookCode', field: 'input', fault: 'That code is wrong.' },
    unset: 'Adding books is switched off. To switch it on, set ADD_BOOK_CODE.',
  })
  const at = modelOf(ctx)
  if (!again) await refuseSummarised(ctx, book)
  await ctx.limits.take('bookSummary', ctx.actor.id, 'You’ve asked for 30 summaries in the last hour.')
  return { ...book, at }
}

/**
 * Has the summary written and keeps it as the caller's draft. Nothing is kept of a summary that is cut off: the signal
 * is aborted, the answer breaks off, or the next part is not read.
 * @throws Problem `unavailable`.
 */
export async function* writeSummary(
  ctx: SignedInContext,
  { at, ...book }: AcceptedBook,
  signal: AbortSignal,
): AsyncGenerator<SummaryPart> {
  const { patience } = ctx.books
  const answer = yield* showBeginnings(askModel(at, summaryPrompt(book), { patience, signal }))
  const html = cleanSummary(answer)
  if (plainText(html) === '') {
    throw new Problem('unavailable', { detail: 'The model’s answer was empty. Please try again.' })
  }
  const { slug } = await keepDraft(ctx, book, html, signal)
  yield { kind: 'end', html, slug }
}

/** Until the very commit its caller can still go away. */
function keepDraft(ctx: SignedInContext, { name, author }: Book, html: string, signal: AbortSignal) {
  const text = { title: name, content: html, bookTitle: name, bookAuthor: author }
  const add = async (tx: Db) => {
    const written = await addStory(ctx, tx, { ...text, category: 'book_summary', isDraft: true })
    if (signal.aborted) throw cancelled()
    return written
  }
  return transaction(ctx.db, add, { isThere: (written) => isWritten(ctx.db, written) })
}

function modelOf({ openai }: SignedInContext): Model {
  if (openai?.model) return { ...openai, model: openai.model }
  const detail = openai
    ? 'Summaries need a model. Please set OPENAI_MODEL.'
    : 'Summaries need a model. Please set OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.'
  throw new Problem('unavailable', { detail })
}

async function refuseSummarised(ctx: SignedInContext, book: Book): Promise<void> {
  const story = await findStoryOfBook(ctx, book)
  if (!story) return
  const what = story.isDraft ? 'a draft of a summary' : 'a summary'
  const detail = `There is already ${what} of this book: “${story.title}”.`
  throw new Problem('exists_already', { detail, current: story })
}
