import { mails } from '#contract/mails.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { Problem } from '../problem.ts'
import { listOutbox } from './outbox.ts'

const mailsMost = 50

/** `outbox`: the folder that emails are written to; absent if a mail server takes them. */
export function mailRoutes(api: Api, { outbox }: { outbox?: string | undefined }): void {
  endpoint(api, mails.outbox, async () => {
    if (!outbox) throw new Problem('not_found', { detail: 'There is no outbox: emails go to the mail server.' })
    return listOutbox(outbox, mailsMost)
  })
}
