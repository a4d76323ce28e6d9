import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { denseBrotli } from './dense-brotli.ts'

type Encoding = 'br' | 'gzip'
/** Headers as a flat list of names and values. A frozen one stays as it is, so our server writes its head once a second. */
type Headers = readonly string[]
type Variant = { headers: Headers; body: Buffer }

/** A finished answer with everything that sending it needs, computed once. */
export type Page = {
  status: number
  body: Buffer
  headers: OutgoingHttpHeaders
  plain: Variant
  /** The headers of a 304: those of the page without the ones that describe the body. */
  notModifiedHeaders: Headers
  etag: string
  /** When it last changed, at a whole second that may be still to come; milliseconds since the epoch. */
  modifiedAt: number | undefined
  tags: ReadonlySet<string>
  /** It was made from something whose writes are not reported to us. */
  isUntagged: boolean
  /** When its content expires; milliseconds since the epoch. */
  endsAt: number | undefined
  compressible: boolean
  /** Milliseconds since the epoch. */
  madeAt: number
  /** When making it again was last tried; the same clock. */
  checkedAt: number
  /** Names what React starts from, if that is kept beside the page. */
  startHash?: string
  /** The store's mark when it was put there; undefined while it is not there. */
  storedAt?: number | undefined
  compressed: Partial<Record<Encoding, Variant>>
  compressing: Partial<Record<Encoding, Promise<Variant>>>
  /** The replacement of the copy in brotli by the smallest one. */
  condensing?: Promise<void> | undefined
}

const compressibleType = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))|^image\/svg/
const smallestToCompress = 512
const dateHeader = 'last-modified'

type Answer = Pick<Page, 'status' | 'body' | 'headers' | 'tags'> & {
  isUntagged?: boolean | undefined
  endsAt?: number | undefined
}

/** @param modifiedAt when the body with this tag last changed; without it no date is sent */
export function makePage(input: Answer, modifiedAt?: ((etag: string) => number) | undefined): Page {
  const type = String(input.headers['content-type'] ?? '')
  const compressible = compressibleType.test(type) && input.body.length >= smallestToCompress
  // Weak: the same for the plain body and its compressed copies.
  const etag = `W/"${createHash('sha256').update(input.body).digest('base64url').slice(0, 27)}"`
  const body = owned(input.body)
  const madeAt = Date.now()
  const changedAt = modifiedAt?.(etag)
  const shared: OutgoingHttpHeaders = {
    ...input.headers,
    etag,
    ...(changedAt !== undefined && { [dateHeader]: new Date(changedAt).toUTCString() }),
    ...(compressible && { vary: 'Accept-Encoding' }),
  }
  const { 'content-type': _type, 'content-length': _length, [dateHeader]: _date, ...notModifiedHeaders } = shared
  return {
    status: input.status,
    body,
    headers: shared,
    plain: { headers: flat({ ...shared, 'content-length': body.length }), body },
    notModifiedHeaders: flat(notModifiedHeaders),
    etag,
    modifiedAt: changedAt,
    tags: input.tags,
    isUntagged: input.isUntagged ?? false,
    endsAt: input.endsAt,
    compressible,
    madeAt,
    checkedAt: madeAt,
    compressed: {},
    compressing: {},
  }
}

/** Sends a page: 304 if the reader has it already, else in the best encoding that the reader accepts. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  if (page.status === 200 && isKnown(request, page)) {
    response.writeHead(304, page.notModifiedHeaders as string[])
    response.end()
    return
  }
  const encoding = page.compressible ? bestEncoding(rawHeader(request, 'accept-encoding')) : undefined
  const variant = encoding ? page.compressed[encoding] : page.plain
  if (variant || !encoding) {
    finish(request, response, page, variant ?? page.plain)
    return
  }
  page.compressing[encoding] ??= compress(page, encoding)
  page.compressing[encoding].then(
    (made) => finish(request, response, page, made),
    () => finish(request, response, page, page.plain),
  )
}

/** RFC 9110, section 13.2.2: if a tag is named, the date does not count. */
function isKnown(request: IncomingMessage, { etag, modifiedAt }: Page): boolean {
  const tag = rawHeader(request, 'if-none-match')
  if (tag !== undefined) return tag === etag || matches(tag, etag)
  const date = modifiedAt === undefined ? undefined : rawHeader(request, 'if-modified-since')
  return date !== undefined && modifiedAt !== undefined && httpDate.test(date) && Date.parse(date) >= modifiedAt
}

function finish(request: IncomingMessage, response: ServerResponse, page: Page, variant: Variant): void {
  const isDated = page.modifiedAt === undefined || Date.now() >= page.modifiedAt
  response.writeHead(page.status, (isDated ? variant.headers : withoutDate(variant.headers)) as string[])
  response.end(request.method === 'HEAD' ? undefined : variant.body)
  if (variant === page.compressed.br && page.storedAt !== undefined) page.condensing ??= condense(page, variant)
}

/** A date that is still to come is none. */
function withoutDate(headers: Headers): Headers {
  const at = headers.indexOf(dateHeader)
  return at < 0 ? headers : headers.toSpliced(at, 2)
}

/** One header as it came; node:http would build an object of all of them, which costs more than the look-up here. */
function rawHeader(request: IncomingMessage, name: string): string | undefined {
  const raw = request.rawHeaders
  for (let at = 0; at < raw.length; at += 2) {
    const candidate = raw[at]
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return raw[at + 1]
  }
  return undefined
}

/** A copy, if the bytes are a small part of a larger block that they would keep alive. */
function owned(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + 512) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function flat(headers: OutgoingHttpHeaders): Headers {
  const list = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))
  return Object.freeze(list)
}

/** RFC 9110, section 13.1.2: a list of tags or `*`; compared weakly. */
function matches(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
}

/** The form that is to be sent; the two older ones are dates of no program of today (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const preferred: readonly Encoding[] = ['br', 'gzip']
const decided = new Map<string, Encoding | undefined>()
const mostDecided = 256
const longestDecided = 100

/** Browsers send a handful of different lists: each is read once. */
function bestEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  if (decided.has(accepted)) return decided.get(accepted)
  const best = readEncodings(accepted)
  if (decided.size < mostDecided && accepted.length <= longestDecided) decided.set(accepted, best)
  return best
}

/**
 * RFC 9110, section 12.5.3: names in any case, each with a weight; `*` means all that are not named. The heaviest wins,
 * of equal ones the first that we prefer. The body as it is counts where it is named; else it is what remains.
 */
function readEncodings(accepted: string): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    weights.set(name, weightIn(parameters))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best = 'br'] = preferred.toSorted((one, other) => weightOf(other) - weightOf(one))
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** A weight that is none refuses: what the reader may not understand is not sent. */
function weightIn(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (weight === undefined) return 1
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Above this a reader waits for the compressor: it takes half of the time for some percent more bytes. */
const quicklyAboveBytes = 512 * 1024

/** Keeps only what pays: text halves at least, and the room that a page may take counts on it. */
async function compress(page: Page, encoding: Encoding): Promise<Variant> {
  const [quality, level] = page.body.length > quicklyAboveBytes ? [4, 3] : [5, 6]
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: page.body.length }
  const compressed = encoding === 'br' ? brotli(page.body, { params }) : gzipped(page.body, { level })
  const variant = variantOf(page, encoding, owned(await compressed))
  page.compressed[encoding] = variant
  return variant
}

/** Replaces the brotli copy of a page that is kept by the smallest one, once a reader has had the quick one. */
async function condense(page: Page, quick: Variant): Promise<void> {
  if (quick === page.plain) return
  const body = await denseBrotli(page.body, () => page.storedAt !== undefined)
  if (body && body.length < quick.body.length) page.compressed.br = variantOf(page, 'br', body)
  // Too many waited.
  if (!body) page.condensing = undefined
}

function variantOf(page: Page, encoding: Encoding, body: Buffer): Variant {
  if (body.length > page.body.length / 2) return page.plain
  return { body, headers: flat({ ...page.headers, 'content-encoding': encoding, 'content-length': body.length }) }
}
