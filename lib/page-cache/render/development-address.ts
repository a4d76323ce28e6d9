import type { IncomingMessage } from 'node:http'
import { publicPath } from '../addresses/cache-keys.ts'
import { privateArticlePath } from '../addresses/private-article.ts'
import { type RenderContext, runWithRenderContext } from '../render-context.ts'
import { capture, type Handle } from './capture-response.ts'

type Parts = {
  nextHandle: Handle
  /** Whether a request's Cookie header has a session that can be read. */
  hasSession: (cookieHeader: string) => Promise<boolean>
  context: RenderContext
}

/**
 * The address that `npm run dev` renders for a request. It keeps no pages: whether a stranger finds no story at an
 * address, and this reader does, is found out by making both pages.
 */
export async function developmentAddress(request: IncomingMessage, parts: Parts): Promise<string> {
  const { url = '/', method, headers } = request
  const { cookie = '', host = '' } = headers
  const key = method === 'GET' ? publicPath(url)?.key : undefined
  const inner = key && privateArticlePath(key, cookie)
  if (!inner || !(await parts.hasSession(cookie))) return url
  const isOwn = (await isMissing(key, { host }, parts)) && !(await isMissing(inner, { host, cookie }, parts))
  // With its query: by that Next tells apart what it asks for to show a change of the code.
  return isOwn ? inner + new URL(url, 'http://localhost').search : url
}

async function isMissing(url: string, headers: Record<string, string>, { nextHandle, context }: Parts) {
  const asked: RenderContext = { ...context, tags: new Set() }
  const captured = await runWithRenderContext(asked, () => capture(nextHandle, url, headers))
  return (asked.status ?? captured.status) === 404
}
