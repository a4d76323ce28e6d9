import type { ComponentProps, ReactNode } from 'react'
import { StaticHtml, type StaticTag } from './static-html.tsx'

/** Writes elements as HTML while a page is made (`lib/renderer/static-markup.ts`). */
export type WriteMarkup = (content: ReactNode | { __html: string }) => { html: string; place?: number } | undefined

type Props<Tag extends StaticTag> = Omit<ComponentProps<Tag>, 'ref'> & { as: Tag; write: WriteMarkup | undefined }

/**
 * A part of a page that no script of ours touches: its content is written once, as HTML, and React in the browser leaves
 * it alone. It may have no client components, and has to be in the page from the start: no client component around it may
 * leave it out. Without `write` it is a part like any other.
 */
export function StaticMarkup<Tag extends StaticTag>({ as, write, ...props }: Props<Tag>) {
  const { children, dangerouslySetInnerHTML, ...attributes } = props as Omit<ComponentProps<'div'>, 'ref'>
  const written = write?.((dangerouslySetInnerHTML as { __html: string } | undefined) ?? children)
  if (written) return <StaticHtml as={as} {...written} {...attributes} />
  const Element = as as 'div'
  return <Element {...(props as ComponentProps<'div'>)} />
}
