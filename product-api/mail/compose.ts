import { htmlBody } from './html.ts'
import type { MailSite, MailText } from './layout.ts'
import { textBody } from './text.ts'

/** A mail in both forms, ready for the mailer but for its recipient. */
export function composeMail(site: MailSite, text: MailText): { subject: string; html: string; text: string } {
  return { subject: text.subject, html: htmlBody(site, text), text: textBody(site, text) }
}
