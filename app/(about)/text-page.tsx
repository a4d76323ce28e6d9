import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import { ownMarkdownToHtml, readFrontMatter } from '#story-html/own-markdown.ts'

/**
 * A page whose text is the Markdown file beside this one that is named after its address. Its front matter has the
 * title, the description, the intro and the day of the last change; `{PRODUCT_NAME}` and `{CONTACT_EMAIL}` are filled
 * from the settings. A numbered heading begins a section with an id, e.g. `section-3`.
 */
export async function TextPage({ path }: { path: string }) {
  const { fields, body } = await readText(path)
  const html = filled(ownMarkdownToHtml(body), escapeHtml).replace(
    /<h2>(\d+)(.*?)(?=<h2>|$)/gs,
    '<section aria-labelledby="section-$1"><h2 id="section-$1">$1$2</section>',
  )
  return <ProsePage title={fields.title ?? ''} intro={fields.intro} changed={fields.changed} trustedHtml={html} />
}

export async function textMetadata(path: string): Promise<Metadata> {
  const { title, description = '' } = (await readText(path)).fields
  return pageMetadata({ title, description: filled(description), path })
}

async function readText(path: string) {
  return readFrontMatter(await readFile(join(process.cwd(), 'app/(about)', `${path}.md`), 'utf8'))
}

function filled(text: string, written = (value: string) => value): string {
  const { name, contact_email: contact } = site()
  const values = { PRODUCT_NAME: name, CONTACT_EMAIL: contact }
  return text.replace(/\{(PRODUCT_NAME|CONTACT_EMAIL)\}/g, (_, name: keyof typeof values) => written(values[name]))
}
