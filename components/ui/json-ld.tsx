import type { WriteMarkup } from './static-markup.tsx'

/** Structured data for search engines; `<` is written as an escape, so that no text can end the element. */
export function JsonLd({ data, write }: { data: object; write?: WriteMarkup | undefined }) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  const html = write?.({ __html: text })?.html ?? text
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  )
}
