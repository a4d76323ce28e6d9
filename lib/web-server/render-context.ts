import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request learns while its page is made; the server in front reads it when the page is done. */
export type RenderContext = {
  requestId: string
  clientAddress: string
  /** The tags of everything the page was made from. */
  tags: Set<string>
  /** Something that the page was made from has no tags: no write can be heard of that changes it. */
  isUntagged?: boolean
  /** The answer's real status, where a page shows a missing thing or a failure. */
  status?: 404 | 429 | 503
  retryAfterSeconds?: number | undefined
  /** HTML to be put into the page once React has made it; absent where nobody does that. */
  setAside?: string[]
  /** Where the page has moved for good. */
  movedTo?: string
}

// Next bundles the pages, so they see another instance of this module than the server in front: the storage is shared
// by a registered symbol.
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

/** Says what the page being made was made from. A page that notes nothing is not kept. */
export function noteTags(names: readonly string[]): void {
  const context = storage.getStore()
  for (const name of names) context?.tags.add(name)
}

/** Says that the page being made was made from something without tags: it is kept for a short time only. */
export function noteUntagged(): void {
  const context = storage.getStore()
  if (context) context.isUntagged = true
}

/**
 * Gives the page being made its real status: React has no way to answer 404 or 503 with a whole page that is readable
 * without scripts, so the server in front sets it.
 */
export function answerWith(status: 404 | 429 | 503, retryAfterSeconds?: number): void {
  const context = storage.getStore()
  if (!context) return
  context.status = status
  context.retryAfterSeconds = retryAfterSeconds
}

/** Answers 308 to this site-relative address instead of the page. */
export function movedPermanently(path: string): void {
  const context = storage.getStore()
  if (context) context.movedTo = path
}
