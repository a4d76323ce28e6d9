const mostCharacters = 2_000
// The page after signing in must not be the log-in again, nor an answer for programs.
const notForPeople = /^\/(?:api|users\/(?:login|signup)|_next)(?:[/?#]|$)/

/**
 * The page after a sign-in: a path of this site, or the home page for everything else. An address that a browser would
 * read as another site's (`//evil`, `/\evil`, with control characters) never passes.
 */
export function nextPath(wanted: string | undefined): string {
  if (!wanted || wanted.length > mostCharacters || !/^\/(?![/\\])/.test(wanted)) return '/'
  if (/[\p{Cc}\\]/u.test(wanted) || !URL.canParse(wanted, 'http://site.invalid')) return '/'
  const url = new URL(wanted, 'http://site.invalid')
  // `/./` and `/../` are gone here: the checked path is the one that the browser will open.
  const path = url.pathname + url.search + url.hash
  if (url.origin !== 'http://site.invalid' || path.startsWith('//') || notForPeople.test(path)) return '/'
  return path
}
