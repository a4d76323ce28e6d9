import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export type FoundCall = { endpoint: Endpoint; params: Record<string, string> }

type Shape = { endpoint: Endpoint; segments: string[] }

const paramsOf = ({ segments }: Shape) => segments.filter((segment) => segment.startsWith(':')).length

// A written segment wins over a parameter: `/contents/search` is no slug.
const shapes: Shape[] = calls
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  .sort((one, other) => paramsOf(one) - paramsOf(other))

/**
 * The call of this method and path (below `/api`, still percent-encoded), with its parameters decoded; nothing where it is
 * one that no browser may make.
 */
export function findCall(method: string, path: string): FoundCall | undefined {
  const asked = path.split('/')
  for (const shape of shapes) {
    if (shape.endpoint.method !== method) continue
    const params = match(shape, asked)
    if (params) return shape.endpoint.neverFromBrowser ? undefined : { endpoint: shape.endpoint, params }
  }
  return undefined
}

/** The methods of the calls that this path has; HEAD is answered wherever GET is. */
export function methodsOf(path: string): string[] {
  const found = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) => findCall(method, path))
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

function match({ segments }: Shape, asked: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== asked.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, segment] of segments.entries()) {
    const value = decoded(asked[place] ?? '')
    if (value === undefined) return undefined
    if (!segment.startsWith(':')) {
      if (segment !== value) return undefined
    } else if (value === '') return undefined
    else params[segment.slice(1)] = value
  }
  return params
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
