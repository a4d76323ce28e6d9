import type { Hono } from 'hono'
import type { HonoEnv } from './api.ts'

/**
 * The methods that an app answers at this path, as `Allow` names them (RFC 9110, 10.2.1); none for an unknown address.
 */
export function allowedMethods({ routes }: Hono<HonoEnv>, path: string): string[] {
  // A handler for every method is middleware.
  const found = routes.filter(({ method, path: of }) => method !== 'ALL' && pattern(of).test(path))
  const methods = new Set(found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
  return methods.size > 0 ? [...methods, 'OPTIONS'] : []
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}
