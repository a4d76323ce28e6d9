import type { MiddlewareHandler } from 'hono'
import { cacheTagHeader, tagHeader, tags } from '#contract/tags.ts'
import type { Context } from '../context.ts'
import type { HonoEnv, HttpContext } from './api.ts'

const isReading = (method: string) => ['GET', 'HEAD'].includes(method)

/** Says with every answer, refusals too, from what it was made or what it changed; a change feed tells the rest. */
export const sendCacheTags: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next()
  const names = c.get('cacheTags')
  if (!names || names.size === 0) return
  const value = tagHeader(names) ?? (isReading(c.req.method) ? undefined : tags.everything)
  if (value) c.res.headers.set(cacheTagHeader, value)
}

/** A call's own context: what it shows, or commits, is said with its answer. */
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
