import path from 'node:path'
import type { ApiEnv } from '../env.ts'
import type { Mailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

type MailEnv = Pick<ApiEnv, 'SMTP_URL' | 'MAIL_FROM' | 'DKIM' | 'DATA_DIR'>

/** Where mails are written to files; nothing where a mail server takes them. */
export function outboxOf(env: Pick<MailEnv, 'SMTP_URL' | 'DATA_DIR'>): string | undefined {
  return env.SMTP_URL ? undefined : folderIn(env.DATA_DIR)
}

/** The mail server of `SMTP_URL`, else the outbox. */
export function openMailer({ SMTP_URL: url, MAIL_FROM: from, DKIM: dkim, DATA_DIR }: MailEnv): Mailer {
  return url ? openSmtp({ url, from, dkim }) : openOutbox({ folder: folderIn(DATA_DIR), from })
}

function folderIn(dataDir: string): string {
  return path.join(dataDir, 'outbox')
}
