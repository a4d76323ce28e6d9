import type { Call } from './endpoint.ts'

/**
 * Whether a GET may do what its link is for: only for a program that asks for JSON by name. Browsers, their prefetches,
 * scanners of emails and HEAD are led to a page instead, where a person decides.
 */
export function isDeliberateRequest({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean {
  const accepted = (headers.get('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  const speculative = /prefetch|prerender|preview/i.test(
    ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '').join(' '),
  )
  return method === 'GET' && !speculative && accepted.includes('application/json') && !accepted.includes('text/html')
}
