type Props = {
  data: object
  /** Returns a placeholder for the text while the page is made. */
  setAside?: ((html: string) => string) | undefined
}

/** Structured data for search engines; `<` is written as an escape, so that no text can end the element. */
export function JsonLd({ data, setAside = (html) => html }: Props) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element
    <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: setAside(text) }} />
  )
}
