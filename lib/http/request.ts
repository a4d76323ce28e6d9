import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'

const mostBytes = 4 * 1024 * 1024
/** Too large a body is read on for a while: a sender that is cut off in the middle does not learn why. */
const readOnMostBytes = 4 * 1024 * 1024

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

/** Whether a browser only prefetches: no one has asked for this yet. */
export function isSpeculative({ headers }: Request): boolean {
  return /prefetch|prerender/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
}

/** Whether a browser sends a form of a page by itself, and shows what is answered: our scripts send JSON and ask for JSON. */
export function isPageForm({ method, headers }: Request): boolean {
  return (
    method === 'POST' &&
    /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '') &&
    /\btext\/html\b/i.test(headers.get('accept') ?? '')
  )
}

/**
 * Whether a form comes from a page of ours, as the browser says. Any page can send a form, with its visitor's cookies: here
 * silence is not enough.
 */
export function isOwnForm(request: Request): boolean {
  const { headers } = request
  return !isForeign(request) && (headers.has('origin') || headers.has('sec-fetch-site'))
}

/** The site as this browser calls it: a redirect must not lead to this machine's other name, which has no cookies. */
export function originOf(request: Request): string {
  const { origin, protocol } = new URL(webEnv().PUBLIC_URL)
  const asked = `${protocol}//${request.headers.get('host')}`
  return ownOrigins().includes(asked) ? asked : origin
}

/** A site on this machine is reached by its number as well as by its name. */
function ownOrigins(): string[] {
  const { origin, hostname, port, protocol } = new URL(webEnv().PUBLIC_URL)
  if (hostname !== 'localhost') return [origin]
  return [origin, `${protocol}//127.0.0.1${port && `:${port}`}`]
}

/**
 * The text of a body that says it is JSON; it is not parsed.
 * @throws ApiFailure for another type, and for more than 4 MB.
 */
export async function readJsonText(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  // A form of another site can send text and forms without asking, but not JSON.
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new ApiFailure(400, 'bad_request', 'The body must be JSON: send content-type application/json')
  }
  return readText(request, mostBytes)
}

/** @throws ApiFailure for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiFailure(400, 'bad_request', 'The body is not valid JSON', { cause })
  }
}

/** @throws ApiFailure `too_large` for a body that is larger; far larger ones before they are read to their end. */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  const tooLarge = () => new ApiFailure(413, 'too_large', `A body has at most ${mostBytes} bytes`)
  if (Number(request.headers.get('content-length')) > mostBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    else if (bytes > readOnMostBytes + mostBytes) throw tooLarge()
  }
  if (bytes > mostBytes) throw tooLarge()
  return new TextDecoder().decode(Buffer.concat(chunks))
}
