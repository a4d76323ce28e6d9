import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pageScript } from './page-script.ts'
import type { RenderContext } from './render-context.ts'
import type { KnownSite } from './site-reader.ts'
import type { Order } from './wire.ts'

type Asker = Pick<Order, 'requestId' | 'clientAddress'>

/** The facts of an answer that is about to be made. Next's bundle of the pages can't have what they are given here. */
export function newContext({ requestId, clientAddress }: Asker, url: string, known?: KnownSite): RenderContext {
  const { site, isCurrent = true } = known ?? {}
  const context = { requestId, clientAddress, url, script: pageScript.address, toMarkup, site, tags: new Set<string>() }
  return isCurrent ? context : { ...context, isUntagged: true }
}

// React begins with the preloads of the pictures that follow; right before them they are of no use.
const preloads = /^(?:<link rel="preload" as="image"[^>]*>)+/

function toMarkup(content: unknown): string {
  return renderToStaticMarkup(content as ReactNode).replace(preloads, '')
}
