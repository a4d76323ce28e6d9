'use client'

import { useState } from 'react'

type Props = {
  id: string
  /** Rendered by the server; the browser keeps the HTML that is in the page. */
  sanitisedHtml: string
  className: string
}

/**
 * HTML that React leaves as it is in the page. The server may have written more there than React is told, so the
 * browser's React takes it from the page if it has to rebuild this.
 */
export function StaticHtml({ id, sanitisedHtml, className }: Props) {
  const [html] = useState(
    () => (typeof document === 'undefined' ? undefined : document.getElementById(id)?.innerHTML) ?? sanitisedHtml,
  )
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list before it comes here
    <div id={id} className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  )
}
