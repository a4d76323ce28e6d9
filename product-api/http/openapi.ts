import { z } from 'zod'
import { Content, ContentCard, ContentPage, ListedContent, SearchHit } from '#contract/contents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Subscription, SubscriptionLink } from '#contract/newsletters.ts'
import { ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import { Publication } from '#contract/publications.ts'
import { Challenge, Passkey, Session } from '#contract/sessions.ts'
import { Count, CurrentUser, Profile, Said, SignedIn } from '#contract/users.ts'

type Json = { [key: string]: unknown }

const fileSchema: Json = { type: 'string', format: 'binary' }

const named = {
  ...{ Content, ContentCard, ContentPage, ListedContent, SearchHit, Publication },
  ...{ Profile, CurrentUser, SignedIn, Session, Passkey, Challenge },
  ...{ Subscription, SubscriptionLink, Said, Count, ProblemBody },
}

/** The description of the API in OpenAPI 3.1, made from the contract: what it says is what is checked. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, version }: { title: string; version: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, jsonSchema(schema, 'output', false)]),
      ),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.takesFile && {
      requestBody: { required: true, content: { [endpoint.takesFile.type]: { schema: fileSchema } } },
    }),
    ...(endpoint.body && { requestBody: { required: true, content: asJson(jsonSchema(endpoint.body, 'input')) } }),
    ...(endpoint.auth && { security: [{ session: [] }] }),
    responses: {
      [endpoint.status ?? 200]: {
        description: endpoint.status === 202 ? 'Begun' : 'Done',
        content: answerContent(endpoint),
      },
      ...failures(endpoint.problems ?? []),
      default: failure('Any other problem'),
    },
  }
}

function answerContent({ answersFile, response, events }: Endpoint): Json {
  if (answersFile) return { [answersFile]: { schema: fileSchema } }
  const eventStream = events && { 'text/event-stream': { schema: jsonSchema(events, 'output') } }
  return { ...asJson(jsonSchema(response, 'output')), ...eventStream }
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

/** Named schemas become references; with `refer` off the schema itself is written out. */
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
