import { type ImportEvent, type ImportReport, subscriberFiles } from '#contract/subscriber-files.ts'
import { answerEvents, type TrackedTask, trackProgress } from '#platform/http/answer-events.ts'
import { answerDownload } from '#platform/http/answer-file.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { exportSubscribers } from './export-subscribers.ts'
import { type ImportProgress, importSubscribers } from './import-subscribers.ts'

export function subscriberFileRoutes(api: Api): void {
  endpoint(api, subscriberFiles.import, async (ctx, { headers, file, query, takesEvents }) => {
    const length = headers.get('content-length')
    const sent = { type: headers.get('content-type') ?? '', bytes: length ? Number(length) : undefined, body: file }
    const { category, frequency = ctx.site.now.default_frequency, dry_run, vouched } = query
    const wanted = { category, frequency, isDry: dry_run === 'true', isVouched: vouched === 'true' }
    if (!takesEvents) return importSubscribers(ctx, sent, wanted)
    const task = trackProgress<ImportProgress, ImportReport>((say) => importSubscribers(ctx, sent, wanted, say))
    // A file that can't be read is refused as everywhere, before any event.
    await task.begun
    return answerEvents(() => presentEach(task))
  })
  endpoint(api, subscriberFiles.export, async (ctx) => {
    const day = ctx.now().toISOString().slice(0, 10)
    return answerDownload(`subscribers-${day}.csv`, await exportSubscribers(ctx))
  })
}

async function* presentEach(task: TrackedTask<ImportProgress, ImportReport>): AsyncGenerator<ImportEvent> {
  for await (const step of task.steps()) {
    yield 'result' in step ? { kind: 'end', report: step.result } : { kind: 'progress', ...step.progress }
  }
}
