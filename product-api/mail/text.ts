import type { MailSite, MailText } from './layout.ts'

/** A mail as plain text; it carries everything, a link on a line of its own. */
export function textBody(site: MailSite, mail: MailText): string {
  const blocks = [
    mail.heading,
    ...mail.paragraphs,
    ...(mail.list?.length ? [mail.list.map((entry) => `- ${entry}`).join('\n')] : []),
    ...(mail.button ? [`${mail.button.label}:\n${mail.button.url}`] : []),
    ...(mail.notes ?? []),
    `--\n${mail.reason}\n${site.productName}: ${site.publicUrl}\nQuestions: ${site.contactEmail}`,
  ]
  return `${blocks.join('\n\n')}\n`
}
