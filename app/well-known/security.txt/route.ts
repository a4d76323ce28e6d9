import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { securityText } from '#lib/seo/security-text.ts'

export const dynamic = 'force-dynamic'

// next.config.mjs rewrites /.well-known/security.txt to this address.
export function GET(): Response {
  noteTags([tags.site])
  return new Response(securityText(new Date()), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
