import { calls } from '#contract/calls.ts'
import { type Endpoint, problemsOf } from '#contract/endpoint.ts'
import { problems } from '#contract/problems.ts'
import { escapeHtml } from '#story-html/escape-html.ts'
import type { Api } from './api.ts'
import { describedPaths, openApiDocument } from './openapi.ts'

/**
 * Serves `/openapi.json` and the page that shows it. Both are built at the first request: it takes tens of
 * milliseconds, and most processes get none.
 */
export function apiReferenceRoutes({ hono }: Api, described: { title: string; publicUrl: string }): void {
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
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    c.header('content-security-policy', policy)
    return c.html(description().page)
  })
}

type Json = { [key: string]: unknown }
type Parameter = { name: string; in: string; required: boolean; schema: { description?: string; type?: string } }

const styles = `:root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #8886}article{margin:1.5rem 0}h3{margin:0 0 .25rem;overflow-wrap:anywhere}
code,pre{font:.875rem/1.5 ui-monospace,monospace}pre{overflow:auto;border:1px solid #8886;border-radius:.375rem;padding:.75rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884}
nav a{display:inline-block;margin-right:1rem}p{margin:.25rem 0}summary{cursor:pointer}`

/** The same description for people, as plain HTML without scripts. */
function referencePage(endpoints: readonly Endpoint[], document: Json): string {
  const { info, components } = document as { info: { title: string }; components: { schemas: Record<string, Json> } }
  const pathOf = describedPaths(endpoints)
  const groups = Map.groupBy(endpoints, ({ path }) => path.split('/')[1] ?? '')
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title><style>${styles}</style></head>
<body>
<header><h1>${escapeHtml(info.title)} API</h1>
<p>Made from the contract that every call is checked by. The same for programs: <a href="/openapi.json">openapi.json</a>.</p>
<p>Calls that need a session take <code>Authorization: Bearer …</code>. Every failure is <code>application/problem+json</code>.</p></header>
<nav aria-label="Contents">${[...groups.keys(), 'feed', 'schemas', 'problems'].map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
<main>
${[...groups].map(([name, calls]) => `<section id="${name}"><h2>${name}</h2>${calls.map((call) => callHtml(call, pathOf(call), document)).join('')}</section>`).join('\n')}
<section id="feed"><h2>feed</h2><article><h3><code>GET /changes</code></h3>
<p>Server-sent events: what was written that readers can see, as <code>{"id", "tags"}</code>. Go on after the last one with <code>Last-Event-ID</code>;
an event <code>reset</code> says that what came after it is unknown. A new subscriber first gets <code>hello</code> with the newest id.</p></article></section>
<section id="schemas"><h2>schemas</h2>${Object.entries(components.schemas).map(schemaHtml).join('')}</section>
<section id="problems"><h2>problems</h2>${problemsHtml()}</section>
</main>
</body>
</html>
`
}

function callHtml(endpoint: Endpoint, path: string, document: Json): string {
  const paths = document.paths as Record<string, Record<string, { parameters: Parameter[]; responses: Json }>>
  const operation = paths[path]?.[endpoint.method.toLowerCase()]
  const rights = { admin: 'For administrators.', user: 'Needs a session.', none: '' }[endpoint.auth ?? 'none']
  const response = operation?.responses[200] as { content: Record<string, { schema: Json }> } | undefined
  const failures = problemsOf(endpoint).map((code) => `<a href="#${code}">${code}</a>`)
  return `<article><h3><code>${escapeHtml(endpoint.call)}</code></h3>
<p>${escapeHtml(endpoint.summary)}. ${rights}</p>${parametersHtml(operation?.parameters ?? [])}
${endpoint.takesFile ? `<p>Takes a file, <code>${escapeHtml(endpoint.takesFile.type)}</code>, of at most ${endpoint.takesFile.mostBytes} bytes.</p>` : ''}
<p>Answers ${endpoint.answersFile ? `a file, <code>${escapeHtml(endpoint.answersFile)}</code>` : shapeHtml(response?.content['application/json']?.schema ?? {})}; can fail with ${failures.join(', ')}.</p></article>`
}

function parametersHtml(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${escapeHtml(
        [schema.type, schema.description].filter(Boolean).join('; '),
      )}</td></tr>`,
  )
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function shapeHtml(schema: Json): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.type === 'array') return `an array of ${shapeHtml(schema.items as Json)}`
  const names = Object.keys((schema.properties as Json | undefined) ?? {})
  return `<code>{ ${escapeHtml(names.join(', '))} }</code>`
}

function schemaHtml([name, schema]: [string, Json]): string {
  const text = escapeHtml(JSON.stringify(schema, undefined, 2))
  return `<article id="schema-${name}"><h3>${name}</h3><details><summary>JSON Schema</summary><pre tabindex="0">${text}</pre></details></article>`
}

function problemsHtml(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  )
  return `<table><thead><tr><th>Code</th><th>Status</th><th>Title</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
