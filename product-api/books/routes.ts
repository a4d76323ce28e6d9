import { type TextEvent, textProcessing } from '#contract/text-processing.ts'
import { answerEvents } from '#platform/http/answer-events.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { acceptBook, type SummaryPart, writeSummary } from './service.ts'

export function bookRoutes(api: Api): void {
  endpoint(api, textProcessing.process, async (ctx, { body, takesEvents, signal }) => {
    const book = await acceptBook(ctx, body)
    if (takesEvents) return answerEvents((disconnected) => presentEach(writeSummary(ctx, book, disconnected)))
    let html = ''
    for await (const part of writeSummary(ctx, book, signal)) html = part.html
    return html
  })
}

async function* presentEach(parts: ReturnType<typeof writeSummary>) {
  for await (const part of parts) yield presentPart(part)
}

function presentPart(part: SummaryPart): TextEvent {
  return part.kind === 'text' ? part : { kind: 'end', html: part.html, draft: part.slug }
}
