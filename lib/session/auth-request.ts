import { NextRequest } from 'next/server'
import { z } from 'zod'
import { webEnv } from '#lib/env.ts'
import { problem } from '#lib/http/problem.ts'
import { BodyFailure, readText } from '#lib/http/read-body.ts'
import { cookiesOf } from './cookies.ts'

/** Its forms hold an address, a password, or a passkey's answer. */
const formMostBytes = 64 * 1024
/** A password and a passkey come in a form; other providers send people back by an address. */
const postOnly = ['credentials', 'passkey']
const callbackUrlCookies = ['next-auth.callback-url', '__Secure-next-auth.callback-url']

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** Refuses a request that next-auth would fail on with a 500; undefined if it can answer it. */
export function refusedAddress(request: NextRequest, [action, provider]: string[]): Response | undefined {
  if (request.method !== 'POST' && action === 'callback' && postOnly.includes(provider ?? '')) {
    const refusal = problem('method_not_allowed', 'Signing in takes a POST of the form.')
    refusal.headers.set('allow', 'POST')
    return refusal
  }
  const { searchParams } = request.nextUrl
  // next-auth takes the last of repeated parameters, so all are checked.
  if (![...searchParams.getAll('error'), provider].every((word) => !word || /^[\x20-\x7e]*$/.test(word))) {
    return problem('bad_request', 'The address names something that does not exist.')
  }
  const cookies = cookiesOf(request)
  const targets = [
    ...searchParams.getAll('callbackUrl'),
    ...callbackUrlCookies.map((name) => cookies.get(name)?.value).map(decoded),
  ]
  if (targets.some((target) => target && !isAddress(target))) {
    return problem('bad_request', 'The page to return to is not an address.')
  }
  return undefined
}

/**
 * A POST as next-auth reads it, always a form of plain texts; JSON with such fields is taken too.
 * @throws BodyFailure
 */
export async function asForm(request: NextRequest): Promise<NextRequest> {
  const form = fieldsOf(request.headers.get('content-type') ?? '', await readText(request, formMostBytes))
  if (!form.getAll('callbackUrl').every((target) => target === '' || isAddress(target)))
    throw new BodyFailure('bad_request', 'The page to return to is not an address.')
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  headers.delete('content-length')
  return new NextRequest(request.url, { method: 'POST', headers, body: form.toString() })
}

function fieldsOf(type: string, text: string): URLSearchParams {
  if (text === '' || /^application\/x-www-form-urlencoded\b/i.test(type)) return new URLSearchParams(text)
  if (!/^application\/json\b/i.test(type)) {
    throw new BodyFailure('bad_request', 'The body must be a form: send content-type application/x-www-form-urlencoded')
  }
  const fields = Fields.safeParse(parsed(text))
  if (!fields.success) throw new BodyFailure('bad_request', 'The body must be an object of plain texts')
  return new URLSearchParams(Object.entries(fields.data).map(([name, value]) => [name, String(value)]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BodyFailure('bad_request', 'The body is not valid JSON', { cause })
  }
}

/** Whether it is an absolute http(s) URL, or a path of this site. */
function isAddress(target: string): boolean {
  const url = URL.parse(target, target.startsWith('/') ? webEnv().PUBLIC_URL : undefined)
  return url !== null && /^https?:$/.test(url.protocol)
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value)
  } catch {
    return value
  }
}
