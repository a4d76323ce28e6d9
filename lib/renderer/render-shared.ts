import type { OutgoingHttpHeaders } from 'node:http'
import { contentSecurityPolicy } from '#lib/security-headers.ts'
import { capture, type Handle } from './capture-response.ts'
import { finishPage } from './finish-page.ts'
import { newContext } from './new-context.ts'
import { runWithRenderContext } from './render-context.ts'
import type { KnownSite } from './site-reader.ts'
import { type Order, type Rendered, reportOf } from './wire.ts'

/**
 * Makes a page or file without any data of a reader: no cookie, no language, no agent.
 * @throws Error if Next could not make it.
 */
export async function renderShared(
  handle: Handle,
  url: string,
  order: Order,
  site: { host: string; https: boolean },
  known?: KnownSite,
): Promise<Rendered> {
  const context = newContext(order, url, known)
  context.placeholders = []
  const given = { host: site.host, accept: '*/*', 'x-forwarded-proto': site.https ? 'https' : 'http' }
  const captured = await runWithRenderContext(context, () => capture(handle, url, given))
  const { status, headers } = captured
  let { body } = captured
  let startData: Buffer | undefined
  if (isHtml(headers) && !context.movedTo) {
    if (status >= 500) throw new Error(`Next answered ${status}`)
    const { placeholders } = context
    const finished = finishPage(body, { once: order.scripts ?? 'touched', placeholders })
    headers['content-security-policy'] = contentSecurityPolicy(finished.scriptHashes, site)
    body = finished.html
    startData = finished.startData
  }
  return { status: context.status ?? status, headers, body, startData, report: reportOf(context) }
}

export function isHtml(headers: OutgoingHttpHeaders): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/html')
}
