import type { MailSite, MailText } from './blocks.ts'
import { writeHtml } from './write-html.ts'
import { writeText } from './write-text.ts'

/** An email in both forms, ready for the mailer but for its recipient. */
export function composeMail(site: MailSite, mail: MailText): { subject: string; html: string; text: string } {
  return { subject: mail.subject, html: writeHtml(site, mail), text: writeText(site, mail) }
}
