import { subscriberFiles } from '#contract/subscriber-files.ts'
import { Download } from '../http/answer-file.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { exportSubscribers } from './export-subscribers.ts'
import { importSubscribers } from './import-subscribers.ts'

export function subscriberFileRoutes(api: Api): void {
  endpoint(api, subscriberFiles.import, async (ctx, { headers, file, query }) => {
    const length = headers.get('content-length')
    const sent = { type: headers.get('content-type') ?? '', bytes: length ? Number(length) : undefined, body: file }
    const { category, frequency, dry_run, vouched } = query
    return importSubscribers(ctx, sent, {
      ...{ category, frequency, isDry: dry_run === 'true', isVouched: vouched === 'true' },
    })
  })
  endpoint(api, subscriberFiles.export, async (ctx) => {
    const day = ctx.now().toISOString().slice(0, 10)
    return new Download(`subscribers-${day}.csv`, await exportSubscribers(ctx))
  })
}
