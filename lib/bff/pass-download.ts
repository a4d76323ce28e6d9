import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import { callForFile } from '#lib/api/client.ts'
import { isForeign } from '#lib/requests/origin.ts'
import { problem } from '#lib/requests/problem.ts'
import { callerOf } from '#lib/session/caller.ts'
import { type Handler, refused } from './forward.ts'

const passed = ['content-type', 'content-disposition']

/** Streams a file that is made for its caller. Only our own page may ask for it: a link elsewhere makes none. */
export function passDownload(endpoint: Endpoint & { answersFile: string }): Handler {
  return async (request) => {
    if (isForeign(request)) return problem('forbidden', 'Please download this from our own page.')
    const as = await callerOf(request)
    if (!as.token) return problem('unauthenticated', 'Please sign in first.')
    try {
      const { headers, content } = await callForFile(endpoint, as)
      const own = passed.flatMap((name): [string, string][] => {
        const value = headers.get(name)
        return value ? [[name, value]] : []
      })
      return new Response(Readable.toWeb(content) as ReadableStream, {
        headers: [...own, ['cache-control', 'private, no-store']],
      })
    } catch (fault) {
      return refused(fault, request, endpoint)
    }
  }
}
