import type { Call } from './endpoint.ts'

/**
 * Whether a GET may carry out its link's action: only for a program that asks for JSON explicitly. Browsers,
 * prefetches, email scanners and HEAD are redirected to a page instead, where a person decides.
 */
export function isDeliberateRequest({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean {
  const accepted = (headers.get('accept') ?? '').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  const speculative = /prefetch|prerender|preview/i.test(
    ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '').join(' '),
  )
  return method === 'GET' && !speculative && accepted.includes('application/json') && !accepted.includes('text/html')
}
