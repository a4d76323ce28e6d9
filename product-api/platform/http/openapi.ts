import { z } from 'zod'
import { callIds } from '#contract/calls.ts'
import { type Endpoint, problemsOf } from '#contract/endpoint.ts'
import { ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import { Publication } from '#contract/publications.ts'
import { Challenge, Passkey, Session } from '#contract/sessions.ts'
import { ListedStory, SearchHit, StoryPage, stories } from '#contract/stories.ts'
import { Subscription, SubscriptionLink } from '#contract/subscription-schemas.ts'
import { bounces } from '#contract/suppressions.ts'
import { Count, CurrentUser, Profile, Said, SignedIn } from '#contract/users.ts'

type Json = { [key: string]: unknown }

const fileSchema: Json = { type: 'string', format: 'binary' }

const named = {
  ...{ ContentPage: StoryPage, ListedContent: ListedStory, SearchHit, Publication },
  ...{ Profile, CurrentUser, SignedIn, Session, Passkey, Challenge },
  ...{ Subscription, SubscriptionLink, Said, Count, ProblemBody },
}

/** The OpenAPI 3.1 document, generated from the contract that also validates the calls. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, version, publicUrl }: { title: string; version: string; publicUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  const pathOf = describedPaths(endpoints)
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'All rights reserved', url: `${publicUrl}/user-agreement` } },
    servers: [{ url: '/', description: 'The product API that answers this' }],
    paths: { ...paths, '/changes': { get: changes } },
    components: {
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, jsonSchema(schema, 'output', false)]),
      ),
      securitySchemes,
    },
  }
}

/**
 * A call's path in the document. OpenAPI allows each path once, whatever its parameters are called: if two calls name a
 * parameter differently, the first name is used.
 */
export function describedPaths(endpoints: readonly Endpoint[]): (endpoint: Endpoint) => string {
  const shape = ({ path }: Endpoint) => path.replace(/:\w+/g, ':')
  const first = new Map(endpoints.toReversed().map((endpoint) => [shape(endpoint), endpoint.path]))
  return (endpoint) => (first.get(shape(endpoint)) ?? endpoint.path).replace(/:(\w+)/g, '{$1}')
}

function operation(endpoint: Endpoint, path: string): Json {
  return {
    operationId: callIds.get(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    parameters: [...pathParameters(endpoint, path), ...parameters(endpoint.query, 'query')],
    ...(endpoint.takesFile && {
      requestBody: { required: true, content: { [endpoint.takesFile.type]: { schema: fileSchema } } },
    }),
    ...(endpoint.body && { requestBody: { required: true, content: asJson(jsonSchema(endpoint.body, 'input')) } }),
    security: securityOf(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: endpoint.status === 202 ? 'Begun' : 'Done',
        ...answerHeaders(endpoint),
        content: answerContent(endpoint),
      },
      ...failures(problemsOf(endpoint)),
      default: failure('Any other problem'),
    },
  }
}

const securitySchemes: Json = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `token` that signing in answers. A call for administrators wants the role `admin`.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: '`sha256=` and the HMAC-SHA256, in hex, of `X-Timestamp`, a full stop and the body',
  },
}

/** A session is optional for most calls: without one they show what everyone may see. */
function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint === bounces.report) return [{ signature: [] }]
  if (!endpoint.auth) return [{}, { session: [] }]
  return [{ session: endpoint.auth === 'admin' ? ['admin'] : [] }]
}

const nextLink: Json = {
  description: 'Where there is more, the same call for the next page: `<path?cursor=…>; rel="next"` (RFC 8288)',
  schema: { type: 'string' },
}
const corrected: Json = {
  description: 'What was really looked for, percent-encoded, where a word was mistyped',
  schema: { type: 'string' },
}

function answerHeaders(endpoint: Endpoint): Json {
  const headers = {
    ...(endpoint.query && 'cursor' in endpoint.query.shape && { Link: nextLink }),
    ...(endpoint === stories.search && { 'Search-Corrected': corrected }),
  }
  return Object.keys(headers).length > 0 ? { headers } : {}
}

function answerContent({ answersFile, response, events }: Endpoint): Json {
  if (answersFile) return { [answersFile]: { schema: fileSchema } }
  const eventStream = events && { 'text/event-stream': { schema: jsonSchema(events, 'output') } }
  return { ...asJson(jsonSchema(response, 'output')), ...eventStream }
}

/** A call's parameters, by their names in the document's path. */
function pathParameters({ path, params }: Endpoint, described: string): Json[] {
  const own = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const names = [...described.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return parameters(params, 'path').map((parameter) => {
    const name = names[own.indexOf(String(parameter.name))]
    return name === parameter.name ? parameter : { ...parameter, name, description: `Its ${parameter.name}` }
  })
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function failures(codes: readonly ProblemCode[]): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const { status, title } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${title}`])
  }
  return Object.fromEntries([...byStatus].map(([status, lines]) => [status, failure(lines.join('; '))]))
}

function failure(description: string): Json {
  const schema = { $ref: '#/components/schemas/ProblemBody' }
  return { description, content: { 'application/problem+json': { schema } } }
}

function asJson(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** Named schemas become references; with `refer` off they are written out. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', refer = true): Json {
  if (refer) {
    const name = nameOf(schema)
    if (name) return { $ref: `#/components/schemas/${name}` }
    if (schema instanceof z.ZodArray && nameOf(schema.element as z.ZodType)) {
      return { type: 'array', items: jsonSchema(schema.element as z.ZodType, io) }
    }
  }
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return plain
}

function nameOf(schema: z.ZodType): string | undefined {
  return Object.entries(named).find(([, candidate]) => candidate === schema)?.[0]
}

const change: Json = {
  type: 'object',
  required: ['id', 'tags'],
  properties: {
    id: { type: 'integer', description: 'It only grows' },
    tags: { type: 'array', items: { type: 'string' }, description: 'As answers name them in `Cache-Tag`' },
  },
}

/** The change feed; it is not in the contract, because its answer never ends. */
const changes: Json = {
  operationId: 'changes',
  summary: 'What was written that readers can see, as server-sent events, as long as one listens',
  description:
    'A new subscriber first gets the event `hello` with the newest id. An event `reset` says that what came after ' +
    '`Last-Event-ID` is unknown. Every other event is a change.',
  tags: ['changes'],
  security: [{}],
  parameters: [
    {
      ...{ name: 'Last-Event-ID', in: 'header', required: false },
      ...{ description: 'After which change to go on', schema: { type: 'string' } },
    },
  ],
  responses: {
    200: { description: 'The data of each event', content: { 'text/event-stream': { schema: change } } },
    400: failure('`bad_request`: The request is not valid'),
    503: failure('`unavailable`: Not available right now'),
    default: failure('Any other problem'),
  },
}
