import type { OutgoingHttpHeaders } from 'node:http'
import type { RenderContext } from './render-context.ts'

// The server in front and the renderers tell each other more than a request and its answer say: each in one header.

/** The front's order to a renderer; no request from outside can carry it. */
export const orderHeader = 'x-render'
/** The renderer's report of its answer; it never leaves the front. */
export const reportHeader = 'x-rendered'

/** Reports name the tags of a page, some hundred of a long list at most. */
export const mostHeaderBytes = 1024 * 1024

/** When the scripts of Next's client load (decision 031). */
type ScriptsStart = 'touched' | 'painted'

export type Order = {
  requestId: string
  clientAddress: string
  /** Grows when the settings of the site may have changed: the renderer reads them again. */
  settingsMark?: number
  /** A page that is the same for everyone, a page for one reader, or anything else: calls, forms, live reload. */
  kind: 'shared' | 'private' | 'passed'
  /** Left out: as Next has them. */
  scripts?: ScriptsStart | undefined
  /** Without a session that can be read, the page is missing. */
  needsSession?: boolean
  /** While developing: the address to answer with if the requested one is missing, but not for this reader. */
  privateUrl?: string | undefined
}

/** The facts that an answer does not show: the tags of everything that a page was made from, and of what a write changed. */
export type Report = Pick<RenderContext, 'isUntagged' | 'endsAt' | 'movedTo' | 'retryAfterSeconds' | 'purged'> & {
  tags: string[]
  /** The last bytes of the answer are no part of the page: what React starts from. */
  startBytes?: number | undefined
  /** Why it could not be made. */
  failure?: string
}

/** An answer that is the same for everyone, before the page cache gives it its headers for caches. */
export type Rendered = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** React's start data, as JSON; they are not in the page (`withStartData`). */
  startData?: Buffer | undefined
  report: Report
}

export function reportOf({ tags, isUntagged, endsAt, movedTo, retryAfterSeconds, purged }: RenderContext): Report {
  return { tags: [...tags], isUntagged, endsAt, movedTo, retryAfterSeconds, purged } as Report
}

/** Headers are ASCII; an address or a tag need not be. */
export function toHeader(content: Order | Report): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

export function fromHeader<T extends Order | Report>(header: string | string[] | undefined): T {
  return JSON.parse(Buffer.from(String(header), 'base64url').toString()) as T
}
