import { AsyncLocalStorage } from 'node:async_hooks'
import type { Site } from '#contract/site.ts'

/** A page that says what failed: it is missing, or a form that was sent to it was refused. */
export type PageStatus = 400 | 401 | 403 | 404 | 409 | 429 | 503

/** Facts about a request that is being answered; `wire.ts` reports them to the server in front. */
export type RenderContext = {
  requestId: string
  /** The settings of the site, as they were when it began. */
  site?: Site | undefined
  clientAddress: string
  /** The address that the page is made for. */
  url?: string
  /** The address of the script that every page starts with. */
  script?: string | undefined
  /** The tags of everything the page was made from. */
  tags: Set<string>
  /** Something that the page was made from has no tags: no write can be heard of that changes it. */
  isUntagged?: boolean
  /** When its content expires, with or without a write; milliseconds since the epoch. */
  endsAt?: number
  /** The answer's real status, if a page shows a missing thing or a failure. */
  status?: PageStatus
  retryAfterSeconds?: number | undefined
  /** Writes React elements as HTML (`static-markup.ts`). */
  toMarkup?: (content: unknown) => string
  /** HTML to be put into the page once React has made it; absent if nothing puts it back. */
  placeholders?: string[]
  /** The new address, if the page has moved for good. */
  movedTo?: string
  /** The tags that a write changed. */
  purged?: string[]
}

// Next bundles the pages, so they see another instance of this module than the renderer that runs Next: the storage is
// shared by a registered symbol.
const key = Symbol.for('bytewise.render-context')
const shared = globalThis as { [key]?: AsyncLocalStorage<RenderContext> }
shared[key] ??= new AsyncLocalStorage<RenderContext>()
const storage = shared[key]

export function runWithRenderContext<T>(context: RenderContext, run: () => T): T {
  return storage.run(context, run)
}

export function renderContext(): RenderContext | undefined {
  return storage.getStore()
}

/** The path of the page being made, which Next does not tell a layout. Empty if unknown. */
export function currentPath(): string {
  return storage.getStore()?.url?.replace(/[?#].*/s, '') ?? ''
}

/** The address of the script that every page starts with. */
export function pageScriptAddress(): string | undefined {
  return storage.getStore()?.script
}

/** Names the tags of the page being made. A page without tags is not kept. */
export function noteTags(names: readonly string[]): void {
  const context = storage.getStore()
  for (const name of names) context?.tags.add(name)
}

/** Says that the page being made was made from something without tags: it is kept for a short time only. */
export function noteUntagged(): void {
  note({ isUntagged: true })
}

/** Ends the validity of the page being made, in milliseconds since the epoch. */
export function noteEnd(at: number): void {
  const context = storage.getStore()
  if (context) context.endsAt = Math.min(at, context.endsAt ?? at)
}

/**
 * Gives the page being made its real status: React has no way to answer 404 or 503 with a whole page that is readable
 * without scripts, so the renderer sets it.
 */
export function answerWith(status: PageStatus, retryAfterSeconds?: number): void {
  note({ status, retryAfterSeconds })
}

/** Answers 308 to this site-relative address instead of the page. */
export function movedPermanently(path: string): void {
  note({ movedTo: path })
}

function note(facts: Partial<RenderContext>): void {
  Object.assign(storage.getStore() ?? {}, facts)
}

/** Names the tags that a write changed: the server in front drops the pages that show them before the write is answered. */
export function purge(tags: readonly string[]): void {
  const context = storage.getStore()
  if (context && tags.length > 0) context.purged = [...(context.purged ?? []), ...tags]
}
