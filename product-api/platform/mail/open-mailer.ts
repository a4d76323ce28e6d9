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

/** Where emails are written to files; undefined if a mail server takes them. */
export function outboxOf(env: Pick<MailEnv, 'SMTP_URL' | 'DATA_DIR'>): string | undefined {
  return env.SMTP_URL ? undefined : folderIn(env.DATA_DIR)
}

/** The mail server of `SMTP_URL`, else the outbox. */
export function openMailer(env: MailEnv): Mailer {
  const { SMTP_URL: url, SMTP_CONNECTIONS: connections, MAIL_FROM: from, DKIM: dkim, DATA_DIR } = env
  return url ? openSmtp({ url, connections, from, dkim }) : openOutbox({ folder: folderIn(DATA_DIR), from })
}

/** An email is started in the first half of its lease, and ends before the second half does. */
const deadlineShare = 0.45

/** The same for emails to many, over connections of their own: no one waits for a link behind a newsletter. */
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
