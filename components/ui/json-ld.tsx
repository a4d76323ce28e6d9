/** Structured data for search engines; `<` is written as an escape, so that no text can end the element. */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
}
