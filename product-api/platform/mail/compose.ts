import { type AccentPalette, accentPalette } from '#contract/accent.ts'
import { jpegAddress } from '#contract/mailed-pictures.ts'
import { parseUploadAddress, pictureForPlace } from '#contract/uploaded-pictures.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import { serif } from '#story-html/mail-elements.ts'
import type { MailSite, MailText } from './blocks.ts'
import { linkAddress, pictureAddress } from './check-address.ts'
import { smallText, writeAbove, writeBlock, writeWords } from './write-html.ts'
import { writeText } from './write-text.ts'

/** Writes an email as HTML and as text; the mailer adds the recipient. */
export function composeMail(site: MailSite, mail: MailText): { subject: string; html: string; text: string } {
  return { subject: mail.subject, html: writeHtml(site, mail), text: writeText(site, mail) }
}

// Every email app supports inline styles; the classes are for those with a dark mode.
const styleOf = ({ dark }: AccentPalette) => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #15140F !important; }
  .raised { background: #1E1C17 !important; border-color: #34312A !important; }
  .line { border-color: #34312A !important; }
  .ink { color: #ECE8DE !important; }
  .soft { color: #B5AFA2 !important; }
  .link { color: #8CC4EA !important; }
  .green { color: ${dark.accent} !important; }
  .tint { background: #29261F !important; }
  .button { background: ${dark.accent} !important; }
  .label { color: ${dark.on} !important; border-color: ${dark.accent} !important; background: ${dark.accent} !important; }
}
@media (max-width: 600px) {
  .raised { padding: 24px 20px !important; }
  .thumb { width: 96px !important; padding-left: 12px !important; }
  .small { width: 96px !important; height: auto !important; }
}`

/** Writes an email as HTML, in one column of 600 pixels. */
function writeHtml(site: MailSite, mail: MailText): string {
  const home = escapeHtml(linkAddress(site.publicUrl))
  const heading = headingOf(mail)
  const palette = accentOf(site)
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>${styleOf(palette)}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FBFAF6;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(mail.preview)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;background:#FBFAF6;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;width:100%;max-width:600px;">
<tr><td style="padding:0 4px 20px;font:600 20px/28px ${serif};">${writeTopLink(mail.topLink)}<a class="ink" href="${home}" style="color:#1D1B16;text-decoration:none;">${writeName(site)}</a></td></tr>
<tr><td class="raised" style="padding:36px 40px 24px;background:#FFFFFF;border:1px solid #E4E0D6;border-radius:10px;">
${mail.above ? writeAbove(mail.above, palette.light) : ''}<h1 class="ink" dir="auto" style="margin:0 0 16px;font:600 28px/34px ${serif};letter-spacing:-0.01em;color:#1D1B16;word-break:break-word;">${heading}</h1>
${mail.blocks.map((block) => writeBlock(block, palette.light)).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0;">
<p class="soft" style="margin:0 0 16px;${smallText}">${writeWords(mail.reason)}</p>
${writeFooterLinks(mail.footerLinks ?? [])}<p class="soft" style="margin:0;${smallText}">${writeWords([{ text: site.productName, url: site.publicUrl }])} &middot; ${writeWords([{ text: site.contactEmail, url: `mailto:${site.contactEmail}` }])}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** In capitals, as all colours of emails are written. */
function accentOf({ site }: MailSite): AccentPalette {
  const { light, dark } = accentPalette(site.now.accent)
  const inCapitals = ({ accent, on }: AccentPalette['light']) => ({
    accent: accent.toUpperCase(),
    on: on.toUpperCase(),
  })
  return { light: inCapitals(light), dark: inCapitals(dark) }
}

/** The room for the logo, in pixels: beside it there may be a link. */
const logoPlace = { width: 260, height: 32 }

/** The logo, and its alternative text where pictures are blocked, or the name. */
function writeName({ productName, publicUrl, site }: MailSite): string {
  const name = escapeHtml(productName)
  const logo = site.now.logo && parseUploadAddress(site.now.logo)
  if (!logo) return name
  const { picture, width, height } = pictureForPlace(logo, logoPlace)
  const address = escapeHtml(pictureAddress(`${publicUrl}${jpegAddress(picture)}`))
  return `<img class="ink" src="${address}" alt="${name}" width="${width}" height="${height}" style="vertical-align:middle;border:0;border-radius:4px;font:600 20px/28px ${serif};color:#1D1B16;">`
}

function writeTopLink(link: MailText['topLink']): string {
  if (!link) return ''
  return `<span class="soft" style="float:right;${smallText}line-height:28px;">${writeWords([{ text: link.label, url: link.url }])}</span>`
}

function headingOf({ heading, headingUrl }: MailText): string {
  const words = escapeHtml(heading)
  if (headingUrl === undefined) return words
  return `<a class="ink" href="${escapeHtml(linkAddress(headingUrl))}" style="color:#1D1B16;text-decoration:none;">${words}</a>`
}

function writeFooterLinks(links: NonNullable<MailText['footerLinks']>): string {
  if (links.length === 0) return ''
  const written = links.map(({ label, url }) => writeWords([{ text: label, url }])).join(' &middot; ')
  return `<p class="soft" style="margin:0 0 16px;${smallText}">${written}</p>\n`
}
