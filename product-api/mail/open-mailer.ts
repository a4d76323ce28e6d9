import path from 'node:path'
import type { ApiEnv } from '../env.ts'
import type { Mailer } from './mailer.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/** The mail server of `SMTP_URL`, else the folder `outbox` in `DATA_DIR`. */
export function openMailer(env: Pick<ApiEnv, 'SMTP_URL' | 'MAIL_FROM' | 'DKIM' | 'DATA_DIR'>): Mailer {
  const from = env.MAIL_FROM
  if (!env.SMTP_URL) return openOutbox({ folder: path.join(env.DATA_DIR, 'outbox'), from })
  return openSmtp({ url: env.SMTP_URL, from, dkim: env.DKIM })
}
