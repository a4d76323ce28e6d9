import type { MailSite, MailText } from './layout.ts'

const serif = "Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

// Inline styles are what every mail program reads; the classes are for those that also know the dark.
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #15140F !important; }
  .raised { background: #1E1C17 !important; border-color: #34312A !important; }
  .ink { color: #ECE8DE !important; }
  .soft { color: #B5AFA2 !important; }
  .link { color: #8CC4EA !important; }
  .button { background: #7FD1A5 !important; }
  .label { color: #0B2417 !important; border-color: #7FD1A5 !important; background: #7FD1A5 !important; }
}
@media (max-width: 600px) { .raised { padding: 24px 20px !important; } }`

/** A mail as HTML: one column of 560 pixels; every word is escaped. */
export function htmlBody(site: MailSite, mail: MailText): string {
  const p = (text: string, style: string, className: string) =>
    `<p class="${className}" style="margin:0 0 16px;${style}">${escaped(text)}</p>`
  const body = `font:16px/26px ${sans};color:#1D1B16;`
  const small = `font:13px/20px ${sans};color:#57534A;`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(mail.subject)}</title>
<style>${darkStyle}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FBFAF6;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escaped(mail.preview)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#FBFAF6;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;">
<tr><td style="padding:0 4px 20px;font:600 20px/28px ${serif};"><a class="ink" href="${escaped(site.publicUrl)}" style="color:#1D1B16;text-decoration:none;">${escaped(site.productName)}</a></td></tr>
<tr><td class="raised" style="padding:36px 40px 24px;background:#FFFFFF;border:1px solid #E4E0D6;border-radius:10px;">
<h1 class="ink" style="margin:0 0 16px;font:600 28px/34px ${serif};letter-spacing:-0.01em;color:#1D1B16;">${escaped(mail.heading)}</h1>
${mail.paragraphs.map((text) => p(text, body, 'ink')).join('\n')}
${list(mail.list ?? [], body)}
${mail.button ? button(mail.button) : ''}
${(mail.notes ?? []).map((text) => (isAddress(text) ? `<p style="margin:0 0 16px;${small}">${link(text)}</p>` : p(text, small, 'soft'))).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0;">
${p(mail.reason, small, 'soft')}
<p class="soft" style="margin:0;${small}"><a class="link" href="${escaped(site.publicUrl)}" style="color:#1B5E8A;">${escaped(site.productName)}</a> &middot; <a class="link" href="mailto:${escaped(site.contactEmail)}" style="color:#1B5E8A;">${escaped(site.contactEmail)}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function list(entries: string[], style: string): string {
  if (entries.length === 0) return ''
  const lines = entries.map((entry) => `<li style="margin:0 0 6px;">${escaped(entry)}</li>`).join('')
  return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${style}">${lines}</ul>`
}

/** A cell with a colour of its own: a link alone loses its padding in some programs. The address below it can be copied. */
function button({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;"><tr>
<td class="button" bgcolor="#1B6B45" style="border-radius:999px;background:#1B6B45;"><a class="label" href="${escaped(url)}" style="display:inline-block;padding:0 26px;border:1px solid #1B6B45;border-radius:999px;background:#1B6B45;font:600 16px/46px ${sans};color:#FFFFFF;text-decoration:none;">${escaped(label)}</a></td>
</tr></table>
<p class="soft" style="margin:0 0 16px;font:13px/20px ${sans};color:#57534A;">Or copy this address into your browser:<br>${link(url)}</p>`
}

function link(url: string): string {
  return `<a class="link" href="${escaped(url)}" style="color:#1B5E8A;word-break:break-all;">${escaped(url)}</a>`
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
