import { sends } from '#contract/sends.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { listArchive, readEdition } from './archive.ts'
import { cancelSend, pauseSend, resumeSend } from './control-send.ts'
import { presentEdition, presentEnded, presentPreview, presentReport, presentSend } from './present.ts'
import { previewSend } from './preview-send.ts'
import { listEndedRecipients, listNamedSends, nameSend, readSend } from './report-service.ts'
import { startCampaign } from './start-campaign.ts'

const begun = 'Emails are being sent to all the subscribers!'

export function campaignRoutes(api: Api): void {
  endpoint(api, sends.send, async (ctx, { body }) => ({ message: begun, send: await startCampaign(ctx, body) }))
  endpoint(api, sends.preview, async (ctx, { body }) => presentPreview(await previewSend(ctx, body)))
  endpoint(api, sends.list, async (ctx, call) => {
    const { rows, nextCursor } = await listNamedSends(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentSend)
  })
  endpoint(api, sends.one, async (ctx, { params }) => presentReport(await readSend(ctx, params.id)))
  endpoint(api, sends.ended, async (ctx, call) => {
    const { rows, nextCursor } = await listEndedRecipients(ctx, call.params.id, call.query)
    if (nextCursor) linkNext(call, ['limit', 'state'], nextCursor)
    return rows.map(presentEnded)
  })
  endpoint(api, sends.pause, async (ctx, { params }) =>
    presentSend(await nameSend(ctx, await pauseSend(ctx, params.id))),
  )
  endpoint(api, sends.resume, async (ctx, { params }) =>
    presentSend(await nameSend(ctx, await resumeSend(ctx, params.id))),
  )
  endpoint(api, sends.cancel, async (ctx, { params }) =>
    presentSend(await nameSend(ctx, await cancelSend(ctx, params.id))),
  )
  endpoint(api, sends.archive, async (ctx, call) => {
    const { rows, nextCursor } = await listArchive(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit'], nextCursor)
    return rows.map(presentEdition)
  })
  endpoint(api, sends.edition, async (ctx, { params }) => presentEdition(await readEdition(ctx, params.edition)))
}
