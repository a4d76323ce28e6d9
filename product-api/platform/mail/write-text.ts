import { wrapText } from '#story-html/mail-text.ts'
import type { Block, MailSite, MailText, Run, Words } from './blocks.ts'
import { linkAddress } from './check-address.ts'

type Writers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string }

const writers: Writers = {
  heading: ({ words }) => {
    const runs = typeof words === 'string' ? [] : words.map(asRun)
    const text = plainWords(words)
    const addresses = runs.flatMap(({ url }) => (url === undefined ? [] : [linkAddress(url)]))
    return [underlined(text), ...addresses].join('\n')
  },
  story: ({ title, url, above, subTitle, excerpt, below }) => {
    const facts = [above, writeWords(below)].filter(Boolean).join(' · ')
    const first = [underlined(title), subTitle && wrapText(subTitle), wrapText(facts)]
    return [first.filter(Boolean).join('\n'), excerpt && wrapText(excerpt), linkAddress(url)]
      .filter(Boolean)
      .join('\n\n')
  },
  subtitle: ({ words }) => wrapText(words),
  links: ({ entries }) => entries.map(writeEntry).join('\n\n'),
  code: ({ text }) => text.replace(/^/gm, '    '),
  paragraph: ({ words }) => wrapText(writeWords(words)),
  note: ({ words }) => wrapText(writeWords(words)),
  list: ({ entries, isNumbered = false }) =>
    entries.map((entry, index) => writePoint(isNumbered ? `${index + 1}.` : '-', entry)).join('\n'),
  button: ({ label, url }) => `${label}:\n${linkAddress(url)}`,
  picture: ({ alt, linkUrl, caption }) => {
    const lines = [alt && `[Picture: ${alt}]`, caption && writeWords(caption), linkUrl && linkAddress(linkUrl)]
    return lines.filter(Boolean).join('\n')
  },
  quote: ({ words, source }) => {
    const lines = [...wrapText(writeWords(words)).split('\n'), ...(source ? [`(${writeWords(source)})`] : [])]
    return lines.map((line) => `> ${line}`).join('\n')
  },
  byline: ({ words }) => wrapText(writeWords(words)),
  written: ({ text }) => text,
  divider: () => '* * *',
}

/** Writes an email as plain text with all of its content; a button's link is on its own line. */
export function writeText(site: MailSite, mail: MailText): string {
  const parts = [
    mail.topLink ? `${mail.topLink.label}:\n${linkAddress(mail.topLink.url)}` : '',
    mail.above ? wrapText(plainWords(mail.above)) : '',
    [wrapText(mail.heading), mail.headingUrl && linkAddress(mail.headingUrl)].filter(Boolean).join('\n'),
    ...mail.blocks.map((block) => (writers[block.kind] as (block: Block) => string)(block)),
    `--\n${writeWords(mail.reason)}\n${writeFooterLinks(mail.footerLinks ?? [])}${site.productName}: ${site.publicUrl}\nQuestions: ${site.contactEmail}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function underlined(title: string): string {
  return `${wrapText(title)}\n${'-'.repeat(Math.min([...title].length, 60))}`
}

function writePoint(sign: string, words: Words): string {
  return `${sign} ${wrapText(writeWords(words), ' '.repeat(sign.length + 1))}`
}

function writeEntry({ label, url, about }: { label: string; url: string; about?: string }): string {
  return [wrapText(label), about && wrapText(about), linkAddress(url)].filter(Boolean).join('\n')
}

/** Each address is on its own line, so that email apps recognise it. */
function writeFooterLinks(links: NonNullable<MailText['footerLinks']>): string {
  return links.map(({ label, url }) => `${label}:\n${linkAddress(url)}\n`).join('')
}

function plainWords(words: Words): string {
  return typeof words === 'string' ? words : words.map((run) => asRun(run).text).join('')
}

function writeWords(words: Words): string {
  return typeof words === 'string' ? words : words.map(writeRun).join('')
}

/** Emphasis is dropped; an address follows its link text. */
function writeRun(run: string | Run): string {
  const { text, url } = asRun(run)
  if (url === undefined) return text
  return text === url ? linkAddress(url) : `${text} (${linkAddress(url)})`
}

function asRun(run: string | Run): Run {
  return typeof run === 'string' ? { text: run } : run
}
