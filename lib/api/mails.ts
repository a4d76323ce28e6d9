import { mails, type OutboxMail } from '#contract/mails.ts'
import { type CallAs, call } from './client.ts'
import { ApiFailure } from './failure.ts'

/** The mails that wait in files for nobody; nothing where a mail server takes them. For administrators. */
export async function getOutbox(as: CallAs): Promise<OutboxMail[] | undefined> {
  try {
    return (await call(mails.outbox, {}, as)).body
  } catch (fault) {
    if (fault instanceof ApiFailure && fault.status === 404) return undefined
    throw fault
  }
}
