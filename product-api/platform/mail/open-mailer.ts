import path from 'node:path'
import type { MailAddress } from './address.ts'
import type { BulkTransport } from './bulk/bulk-transport.ts'
import { openSmtpLanes } from './bulk/smtp-lane.ts'
import type { Dkim } from './dkim.ts'
import type { Mailer } from './message.ts'
import { openOutbox, openOutboxLanes } from './outbox.ts'
import { openSmtp } from './smtp.ts'

type MailEnv = {
  SMTP_URL?: string | undefined
  SMTP_CONNECTIONS: number
  MAIL_FROM: MailAddress
  DKIM?: Dkim | undefined
  DATA_DIR: string
}

/** The folder that emails are written to; undefined if there is a mail server. */
export function outboxOf(env: Pick<MailEnv, 'SMTP_URL' | 'DATA_DIR'>): string | undefined {
  return env.SMTP_URL ? undefined : folderIn(env.DATA_DIR)
}

/** The mail server of `SMTP_URL`, else the outbox. */
export function openMailer(env: MailEnv): Mailer {
  const { SMTP_URL: url, SMTP_CONNECTIONS: connections, MAIL_FROM: from, DKIM: dkim, DATA_DIR } = env
  return url ? openSmtp({ url, connections, from, dkim }) : openOutbox({ folder: folderIn(DATA_DIR), from })
}

/** Sending starts in the first half of an email's lease, and so has to end within the second half. */
const deadlineShare = 0.45

/** The same for newsletters, over separate connections: no account email waits behind a newsletter. */
export function openBulkTransport(
  env: Pick<MailEnv, 'SMTP_URL' | 'DATA_DIR'>,
  { lanes, leaseMs }: { lanes: number; leaseMs: number },
): BulkTransport {
  const { SMTP_URL: url, DATA_DIR } = env
  return url ? openSmtpLanes({ url, lanes, deadlineMs: leaseMs * deadlineShare }) : openOutboxLanes(folderIn(DATA_DIR))
}

function folderIn(dataDir: string): string {
  return path.join(dataDir, 'outbox')
}
