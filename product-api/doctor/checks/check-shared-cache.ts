import { PurgeFailure, purge } from '#platform/shared-cache/purge.ts'
import { bad, type Found, good, reasonOf } from '../findings.ts'
import type { Subject } from '../subject.ts'

/** No page has it. */
const examinedTag = 'doctor'
const names = { varnish: 'Varnish', cloudflare: 'Cloudflare', fastly: 'Fastly', bunny: 'Bunny' }

export async function checkSharedCache({ settings: { SHARED_CACHE: cache } }: Subject): Promise<Found> {
  if (!cache) {
    const sentence =
      'Not used: the site answers every request itself. SHARED_CACHE would let a cache in front keep pages.'
    return { findings: [good('cache-unused', sentence)] }
  }
  const name = names[cache.kind]
  try {
    await purge(cache, [examinedTag])
    return { findings: [good('cache-works', `${name} drops pages when they change.`)] }
  } catch (fault) {
    const status = fault instanceof PurgeFailure ? fault.status : undefined
    const reason = status ? ` (it answered ${status})` : reasonOf(fault)
    const sentence = `${name} doesn’t drop pages${reason}, and shows old ones.`
    const advice =
      cache.kind === 'varnish'
        ? 'Start it with ops/varnish/bytewise.vcl, and let it take calls of the product API; or correct SHARED_CACHE.'
        : 'Correct SHARED_CACHE: its token must be allowed to purge, and be of the service that it names.'
    return { findings: [bad(status ? 'cache-refuses' : 'cache-away', sentence, advice)] }
  }
}
