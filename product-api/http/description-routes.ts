import { calls } from '#contract/calls.ts'
import type { Api } from './api.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './reference.ts'

/** `/openapi.json` and the page that shows it. */
export function descriptionRoutes({ hono }: Api, described: { title: string; publicUrl: string }): void {
  const document = openApiDocument(calls, { ...described, version: '1' })
  const page = referencePage(calls, document)
  hono.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json')
    return c.json(document)
  })
  hono.get('/reference', (c) => {
    c.set('route', '/reference')
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    return c.html(page)
  })
}
