import { createHmac, timingSafeEqual } from 'node:crypto'
import { bounces } from '#contract/suppressions.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { recordReport } from '../record-bounce.ts'

const { mostBytes } = bounces.report.takesFile

/**
 * Records a report that an email provider sends by HTTP. The same report again changes nothing, so a replay is harmless.
 * @param secret undefined if no webhook is set up.
 * @throws Problem `not_found` without a secret, `unauthenticated` for a wrong or an old signature, `bad_request`,
 * `too_large`.
 */
export async function receiveReport(
  ctx: Context,
  { headers, file }: { headers: Headers; file: AsyncIterable<Uint8Array> | null },
  secret: string | undefined,
): Promise<'recorded' | 'ignored'> {
  if (!secret) throw new Problem('not_found', { detail: 'No webhook for bounces is set up (BOUNCE_WEBHOOK_SECRET)' })
  const bytes = await readAll(file)
  if (!isSigned(bytes, headers, secret, ctx.now())) {
    throw new Problem('unauthenticated', { detail: 'The signature is wrong, or older than five minutes' })
  }
  const { raw, recipients } = /^application\/json\b/i.test(headers.get('content-type') ?? '')
    ? readJson(bytes)
    : { raw: bytes, recipients: [] }
  return recordReport(ctx, { raw, recipients, isTrusted: true })
}

async function readAll(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Problem('too_large', { detail: `A report has at most ${mostBytes} bytes` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readJson(bytes: Buffer): { raw: Buffer; recipients: string[] } {
  const fields: Record<string, string> = {}
  const { recipient, message } = parse(bytes)
  if (typeof message !== 'string') fields.message = 'The message is missing.'
  if (recipient !== undefined && typeof recipient !== 'string') fields.recipient = 'recipient is not valid.'
  if (Object.keys(fields).length > 0) {
    throw new Problem('bad_request', { detail: Object.values(fields).join(' '), fields })
  }
  return { raw: Buffer.from(String(message)), recipients: typeof recipient === 'string' ? [recipient] : [] }
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bytes.toString())
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch (cause) {
    throw new Problem('bad_request', { detail: 'The body is not valid JSON', cause })
  }
}

const toleranceMs = 5 * 60_000

/**
 * Whether a body was signed with the secret, within five minutes of now: the headers have the time in Unix seconds, and
 * `sha256=` with the HMAC of the time and the body. Every wrong signature takes the same time.
 */
function isSigned(body: Uint8Array, headers: Headers, secret: string, now: Date): boolean {
  const timestamp = headers.get('x-timestamp') ?? ''
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(headers.get('x-signature') ?? '')
  const given = Buffer.from(signature?.[1] ?? '', 'hex')
  // With another length there is nothing to compare; the comparison runs anyway.
  const isRight = timingSafeEqual(given.length === expected.length ? given : Buffer.alloc(expected.length), expected)
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now.getTime()) <= toleranceMs
  return isRight && isFresh
}
