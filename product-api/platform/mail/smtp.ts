import { createTransport } from 'nodemailer'
import type { MailAddress } from './address.ts'
import type { Dkim } from './dkim.ts'
import { type Mailer, messageOf } from './message.ts'

type SmtpOptions = {
  url: string
  /** How many there are at most; a mail server may refuse more. */
  connections: number
  from: MailAddress
  dkim?: Dkim | undefined
}

/**
 * What an email may have of these is signed; nodemailer leaves the second half out by itself (RFC 8058, section 4,
 * wants it).
 */
const signedHeaders = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence', 'Auto-Submitted', 'Feedback-ID'],
].join(':')

/** Hands emails to an SMTP server, over a few connections that are kept. */
export function openSmtp({ url, connections, from, dkim }: SmtpOptions): Mailer {
  const transporter = createTransport({
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
  })
  return {
    send: async (mail) => {
      await transporter.sendMail(messageOf(mail, from))
    },
    close: async () => transporter.close(),
  }
}
