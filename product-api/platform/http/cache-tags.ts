import type { MiddlewareHandler } from 'hono'
import { cacheTagHeader, tagHeader, tags } from '#contract/tags.ts'
import type { Context } from '../context.ts'
import type { HonoEnv, HttpContext } from './api.ts'

const isReading = (method: string) => ['GET', 'HEAD'].includes(method)

/** Adds the cache tags an answer depends on, or invalidates, to every response (errors included). */
export const sendCacheTags: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  const names = c.get('cacheTags')
  if (!names || names.size === 0) return
  const value = tagHeader(names) ?? (isReading(c.req.method) ? undefined : tags.everything)
  if (value) c.res.headers.set(cacheTagHeader, value)
}

/** The part of a call's context that collects the tags of what it reads and changes, for its response. */
export function collectCacheTags(context: Context, c: HttpContext): Pick<Context, 'shows' | 'changed'> {
  const noted = new Set<string>()
  c.set('cacheTags', noted)
  const note = (names: readonly string[]) => {
    for (const name of names) noted.add(name)
  }
  const reading = isReading(c.req.method)
  return {
    shows: (names) => {
      if (reading) note(names)
    },
    changed: {
      raise: (names) => {
        note(names)
        context.changed.raise(names)
      },
    },
  }
}
