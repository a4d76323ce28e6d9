'use client'

import { type ComponentProps, useState } from 'react'

export type StaticTag = 'article' | 'div' | 'nav' | 'p' | 'section' | 'span' | 'ul'

type Props = Omit<ComponentProps<'div'>, 'ref' | 'children' | 'dangerouslySetInnerHTML'> & {
  as: StaticTag
  /** Rendered by the server; the browser keeps the HTML that is in the page. */
  html: string
  /** Set if the page has other HTML here than `html`: the number of this part in it. */
  place?: number | undefined
}

/**
 * HTML that React leaves as it is in the page. The server may have written more there than React is told, so the
 * browser's React takes it from the page if it has to rebuild this.
 */
export function StaticHtml({ as, html, place, ...attributes }: Props) {
  const [kept] = useState(() => (place === undefined ? undefined : htmlInPage(place)))
  const Element = as as 'div'
  return (
    <Element
      {...attributes}
      data-static={place}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React, or sanitised against an allow-list
      dangerouslySetInnerHTML={{ __html: kept ?? html }}
    />
  )
}

function htmlInPage(place: number): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector(`[data-static="${place}"]`)?.innerHTML
}
