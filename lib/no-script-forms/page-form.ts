import { isForeign } from '#lib/http/cross-origin.ts'

export type Fields = Record<string, string>

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

/** A whole page for a form that has no page of its own to go back to. */
export function plainPage(status: number, title: string, sentence: string): Response {
  const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><main><h1>${title}</h1><p>${sentence}</p><p><a href="/">Return to Home</a></p></main></html>`
  return new Response(html, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

export function foreignForm(): Response {
  return plainPage(
    403,
    'Nothing was sent',
    'This form did not come from a page of ours, so we ignored it. Please open the page here and send it again.',
  )
}
