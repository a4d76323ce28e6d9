import { createTransport } from 'nodemailer'
import type { MailAddress } from './address.ts'
import type { Dkim } from './dkim.ts'
import { type Mailer, messageOf } from './message.ts'

type SmtpOptions = {
  url: string
  /** The most connections at once; a mail server may refuse more. */
  connections: number
  from: MailAddress
  dkim?: Dkim | undefined
}

/**
 * The headers that are signed if present. nodemailer's default leaves out the second line, which RFC 8058, section 4,
 * requires.
 */
const signedHeaders = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence', 'Auto-Submitted', 'Feedback-ID'],
].join(':')

/** Sends emails through an SMTP server, over a few persistent connections. */
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
