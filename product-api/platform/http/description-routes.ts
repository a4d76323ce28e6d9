import { calls } from '#contract/calls.ts'
import type { Api } from './api.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './reference.ts'

/** Serves `/openapi.json` and the page that shows it. Both are made at the first request: it takes tens of milliseconds, and most processes get none. */
export function descriptionRoutes({ hono }: Api, described: { title: string; publicUrl: string }): void {
  let made: { document: ReturnType<typeof openApiDocument>; page: string } | undefined
  function description() {
    if (!made) {
      const document = openApiDocument(calls, { ...described, version: '1' })
      made = { document, page: referencePage(calls, document) }
    }
    return made
  }
  hono.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json')
    return c.json(description().document)
  })
  hono.get('/reference', (c) => {
    c.set('route', '/reference')
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    return c.html(description().page)
  })
}
