import { webEnv } from '#lib/env.ts'

/**
 * Whether a request that changes something was sent by a page of another site. Every browser says where such a request
 * comes from (Origin, Sec-Fetch-Site); a client that says neither is no browser and sends no one's cookies by itself.
 */
export function isForeign(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  // A page that sends no referrer, because its address is a secret, names no origin for its forms either.
  if (origin === 'null' && site === 'same-origin') return false
  if (origin !== null) return !ownOrigins().includes(origin)
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** Whether a browser says that a person opens a page: not a picture, frame or script of a page, nor its call. */
export function isVisit({ method, headers }: Request): boolean {
  return (
    method === 'GET' && headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-mode') === 'navigate'
  )
}

/** Whether a browser says that it loads this for a page, as a picture or a frame; a link followed within the site is `empty`. */
export function isPartOfPage({ headers }: Request): boolean {
  const dest = headers.get('sec-fetch-dest')
  return dest !== null && dest !== 'document' && dest !== 'empty'
}

/** Whether a browser only prefetches: no one has asked for this yet. */
export function isSpeculative({ headers }: Request): boolean {
  return /prefetch|prerender/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
}

/** The site as this browser calls it: a redirect must not lead to this machine's other name, which has no cookies. */
export function originOf(request: Request): string {
  const { PUBLIC_URL } = webEnv()
  const { origin, protocol } = new URL(PUBLIC_URL)
  const asked = `${protocol}//${request.headers.get('host')}`
  return ownOrigins().includes(asked) ? asked : origin
}

/** A site on this machine is reached by its number as well as by its name. */
function ownOrigins(): string[] {
  const { origin, hostname, port, protocol } = new URL(webEnv().PUBLIC_URL)
  if (hostname !== 'localhost') return [origin]
  return [origin, `${protocol}//127.0.0.1${port && `:${port}`}`]
}
