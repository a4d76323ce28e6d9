import path from 'node:path'
import type { Transporter } from 'nodemailer'
import type { MailAddress } from './address.ts'
import type { BulkTransport } from './bulk/bulk-transport.ts'
import { openSmtpLanes } from './bulk/smtp-lane.ts'
import type { Dkim } from './dkim.ts'
import { type Mailer, messageOf } from './message.ts'
import { openOutbox, openOutboxLanes } from './outbox.ts'

type MailEnv = {
  SMTP_URL?: string | undefined
  SMTP_CONNECTIONS: number
  DKIM?: Dkim | undefined
  DATA_DIR: string
}

/** The folder that emails are written to; undefined if there is a mail server. */
export function outboxOf(env: Pick<MailEnv, 'SMTP_URL' | 'DATA_DIR'>): string | undefined {
  return env.SMTP_URL ? undefined : folderIn(env.DATA_DIR)
}

/** The mail server of `SMTP_URL`, else the outbox; `from` is asked for each email. */
export function openMailer(env: MailEnv, from: () => MailAddress): Mailer {
  const { SMTP_URL: url, SMTP_CONNECTIONS: connections, DKIM: dkim, DATA_DIR } = env
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

type SmtpOptions = {
  url: string
  /** The most connections at once; a mail server may refuse more. */
  connections: number
  from: () => MailAddress
  dkim?: Dkim | undefined
}

/** The signed headers. nodemailer's default leaves out the second line, which RFC 8058, section 4, requires. */
const signedHeaders = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence', 'Auto-Submitted', 'Feedback-ID'],
].join(':')

/** Sends emails through an SMTP server, over a few persistent connections. nodemailer is loaded with the first one. */
export function openSmtp({ url, connections, from, dkim }: SmtpOptions): Mailer {
  const options = {
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dkim: dkim && { ...dkim, headerFieldNames: signedHeaders },
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  let transporter: Transporter | undefined
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      transporter ??= createTransport(options)
      await transporter.sendMail(messageOf(mail, from()))
    },
    close: async () => transporter?.close(),
  }
}
