import { textProcessing } from '#contract/text-processing.ts'
import { answerEvents } from '#platform/http/answer-events.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { acceptBook, writeSummary } from './service.ts'

export function bookRoutes(api: Api): void {
  endpoint(api, textProcessing.process, async (ctx, { body, takesEvents, signal }) => {
    const book = await acceptBook(ctx, body)
    if (takesEvents) return answerEvents((disconnected) => writeSummary(ctx, book, disconnected))
    let html = ''
    for await (const part of writeSummary(ctx, book, signal)) html = part.html
    return html
  })
}
