/** The next page's address for the browser: under `/api`. */
export function rewriteLinkHeader(headers: Headers): Record<string, string> {
  const link = headers.get('link')
  const corrected = headers.get('search-corrected')
  return {
    ...(link && { link: link.replace(/<([^>]*)>/g, (_, target: string) => `<${apiPath(target)}>`) }),
    ...(corrected && { 'search-corrected': corrected }),
  }
}

function apiPath(target: string): string {
  const url = new URL(target, 'http://localhost')
  return `/api${url.pathname}${url.search}`
}
