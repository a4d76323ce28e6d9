'use client'

import { useState } from 'react'

type Props = {
  id: string
  /** What the server writes; the browser goes by what the page has there. */
  sanitisedHtml: string
  className: string
}

/**
 * HTML that React leaves as it is in the page. The server may have written more there than React is told, so that the
 * browser's React takes it from the page where it has to build this anew.
 */
export function KeptHtml({ id, sanitisedHtml, className }: Props) {
  const [html] = useState(
    () => (typeof document === 'undefined' ? undefined : document.getElementById(id)?.innerHTML) ?? sanitisedHtml,
  )
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list before it comes here
    <div id={id} className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  )
}
