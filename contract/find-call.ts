import { calls } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import { subscriptions } from './subscriptions.ts'

type FoundCall = { endpoint: Endpoint; params: Record<string, string> }

type Shape = { endpoint: Endpoint; segments: string[] }

const paramsOf = ({ segments }: Shape) => segments.filter((segment) => segment.startsWith(':')).length

// A literal segment wins over a parameter: `/contents/search` is not a slug.
const shapes: Shape[] = calls
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  .sort((one, other) => paramsOf(one) - paramsOf(other))

/**
 * The call of this method and path (below `/api`, still percent-encoded), with its parameters decoded; undefined if
 * browsers may not make it.
 */
export function findCall(method: string, path: string): FoundCall | undefined {
  const asked = path.split('/')
  for (const shape of shapes) {
    if (shape.endpoint.method !== method) continue
    const params = match(shape.segments, asked)
    if (params) return shape.endpoint.neverFromBrowser ? undefined : { endpoint: shape.endpoint, params }
  }
  return undefined
}

/** The calls, below `/api`, that the site's own forms reach without scripts as well: a form is sent by POST, whatever its call is. */
const formAddresses = [
  '/users/signup',
  '/users/forget-password',
  '/users/reset-password',
  '/users/confirm-email',
  '/newsletters/subscribe',
  '/newsletters/confirm/:uuid',
  '/newsletters/unsubscribe/:uuid',
  '/newsletters/preferences/:uuid',
  '/contents/:id/report',
] as const
export type FormAddress = (typeof formAddresses)[number]

const formShapes = formAddresses.map((address) => address.split('/'))

/** The methods that a browser may use at this path; HEAD is answered wherever GET is. */
export function methodsOf(path: string): string[] {
  // Some mail programs open its address in a browser, and are redirected to the page that asks first.
  const isOpened = findCall('POST', path)?.endpoint === subscriptions.unsubscribeAtOnce
  const takesForm = formShapes.some((segments) => match(segments, path.split('/')))
  const found = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter(
    (method) => findCall(method, path) || (method === 'GET' && isOpened) || (method === 'POST' && takesForm),
  )
  return found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

function match(segments: readonly string[], asked: readonly string[]): Record<string, string> | undefined {
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
