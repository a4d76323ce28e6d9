import { mails, type OutboxMail } from '#contract/mails.ts'
import { type CallAs, call } from './client.ts'
import { ApiFailure } from './failure.ts'

/** The unsent emails in files; undefined if a mail server takes them. For administrators. */
export async function getOutbox(as: CallAs): Promise<OutboxMail[] | undefined> {
  try {
    return (await call(mails.outbox, {}, as)).body
  } catch (fault) {
    if (fault instanceof ApiFailure && fault.status === 404) return undefined
    throw fault
  }
}
