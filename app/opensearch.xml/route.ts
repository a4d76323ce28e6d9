import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { absolute } from '#lib/seo/site.ts'
import { site } from '#lib/site.ts'

export const dynamic = 'force-dynamic'

/** Lets a browser search the site from its address bar (OpenSearch 1.1). */
export function GET(): Response {
  noteTags([tags.site])
  const name = site().name.replace(/[<>&"']/g, '')
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${name.slice(0, 16)}</ShortName>
<Description>Search the stories of ${name}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${absolute(paths.search())}?q={searchTerms}"/>
</OpenSearchDescription>
`
  return new Response(body, { headers: { 'content-type': 'application/opensearchdescription+xml; charset=utf-8' } })
}
