import TurndownService from 'turndown'

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
})

turndown.keep(['table', 'sub', 'sup'])
turndown.addRule('video', {
  filter: 'iframe',
  replacement: (_, node) => `\n\n<${(node as Element).getAttribute('src') ?? ''}>\n\n`,
})
turndown.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` })
turndown.addRule('caption', { filter: 'figcaption', replacement: (content) => `\n\n*${content.trim()}*\n\n` })

/** A story's sanitised HTML as Markdown, for readers that want text. */
export function htmlToMarkdown(html: string): string {
  return `${turndown.turndown(html).trim()}\n`
}
