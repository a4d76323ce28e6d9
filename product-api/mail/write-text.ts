import type { Block, MailSite, MailText, Run, Words } from './blocks.ts'
import { linkAddress } from './check-address.ts'

type Writers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string }

const writers: Writers = {
  heading: ({ words }) => {
    const runs = typeof words === 'string' ? [{ text: words }] : words.map(asRun)
    const text = runs.map((run) => run.text).join('')
    const addresses = runs.flatMap(({ url }) => (url === undefined ? [] : [linkAddress(url)]))
    return [text, '-'.repeat(Math.min(text.length, 60)), ...addresses].join('\n')
  },
  paragraph: ({ words }) => writeWords(words),
  note: ({ words }) => writeWords(words),
  list: ({ entries, isNumbered = false }) =>
    entries.map((entry, index) => `${isNumbered ? `${index + 1}.` : '-'} ${writeWords(entry)}`).join('\n'),
  button: ({ label, url }) => `${label}:\n${linkAddress(url)}`,
  picture: ({ alt, linkUrl, caption }) => {
    const lines = [alt && `[Picture: ${alt}]`, caption && writeWords(caption), linkUrl && linkAddress(linkUrl)]
    return lines.filter(Boolean).join('\n')
  },
  quote: ({ words, source }) => {
    const lines = [...writeWords(words).split('\n'), ...(source ? [`(${writeWords(source)})`] : [])]
    return lines.map((line) => `> ${line}`).join('\n')
  },
  divider: () => '* * *',
}

/** A mail as plain text; it carries everything, the link of a button on a line of its own. */
export function writeText(site: MailSite, mail: MailText): string {
  const parts = [
    mail.heading,
    ...mail.blocks.map((block) => (writers[block.kind] as (block: Block) => string)(block)),
    `--\n${writeWords(mail.reason)}\n${site.productName}: ${site.publicUrl}\nQuestions: ${site.contactEmail}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function writeWords(words: Words): string {
  return typeof words === 'string' ? words : words.map(writeRun).join('')
}

/** What only looks otherwise is said as it is; an address follows its words. */
function writeRun(run: string | Run): string {
  const { text, url } = asRun(run)
  if (url === undefined) return text
  return text === url ? linkAddress(url) : `${text} (${linkAddress(url)})`
}

function asRun(run: string | Run): Run {
  return typeof run === 'string' ? { text: run } : run
}
