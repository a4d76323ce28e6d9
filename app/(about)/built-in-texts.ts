import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SitePage, sitePages } from '#contract/site-pages.ts'
import { site } from '#lib/site.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import { ownMarkdownToHtml, readFrontMatter } from '#story-html/own-markdown.ts'

type BuiltInText = {
  title: string
  description: string
  intro: string
  /** The day of the last change in words, if readers should know it. */
  changed: string | undefined
  html: string
}

/**
 * The text of a page that comes with the program: the Markdown file beside this one that is named after its address. Its
 * front matter has the title, the description, the intro and the day of the last change; `{PRODUCT_NAME}` and
 * `{CONTACT_EMAIL}` are filled from the settings.
 */
export async function builtInText(page: SitePage): Promise<BuiltInText> {
  const { fields, body } = readFrontMatter(await readFile(join(process.cwd(), 'app/(about)', `${page}.md`), 'utf8'))
  return {
    title: fields.title ?? '',
    description: filled(fields.description ?? ''),
    intro: filled(fields.intro ?? ''),
    changed: fields.changed,
    html: filled(ownMarkdownToHtml(body), escapeHtml),
  }
}

/** The place in a built-in text where a list of the program stands, by the list's name. */
export const listPlace = /<!-- (\w+) -->/

type Start = Pick<BuiltInText, 'title' | 'intro' | 'html'>

/** The built-in texts of all pages, for administrators to begin their own with. */
export async function builtInTexts(): Promise<Record<SitePage, Start>> {
  const texts = (Object.keys(sitePages) as SitePage[]).map(async (page) => {
    const { title, intro, html } = await builtInText(page)
    const start = { title, intro, html: html.replaceAll(new RegExp(listPlace, 'g'), '<p>The list is at the end.</p>') }
    return [page, start] as const
  })
  return Object.fromEntries(await Promise.all(texts)) as Record<SitePage, Start>
}

function filled(text: string, written = (value: string) => value): string {
  const { name, contact_email: contact } = site()
  const values = { PRODUCT_NAME: name, CONTACT_EMAIL: contact }
  return text.replace(/\{(PRODUCT_NAME|CONTACT_EMAIL)\}/g, (_, name: keyof typeof values) => written(values[name]))
}
