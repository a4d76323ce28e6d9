import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pageScript } from './page-script.ts'
import type { RenderContext } from './render-context.ts'
import type { Order } from './wire.ts'

type Asker = Pick<Order, 'requestId' | 'clientAddress'>

/** The facts of an answer that is about to be made. Next's bundle of the pages can't have what they are given here. */
export function newContext({ requestId, clientAddress }: Asker, url: string): RenderContext {
  return { requestId, clientAddress, url, script: pageScript.address, toMarkup, tags: new Set() }
}

// React begins with the preloads of the pictures that follow; right before them they are of no use.
const preloads = /^(?:<link rel="preload" as="image"[^>]*>)+/

function toMarkup(content: unknown): string {
  return renderToStaticMarkup(content as ReactNode).replace(preloads, '')
}
