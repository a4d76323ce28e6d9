import { calls } from '#contract/calls.ts'
import { pages } from '#lib/page-cache/pages.ts'

const secretPaths = [
  ...pages.filter(({ secret }) => secret).map(({ path }) => path),
  // Not a page: a reader's own feed.
  '/reading-list/:key/feed.xml',
  ...calls.filter(({ hasSecretPath }) => hasSecretPath).map(({ path }) => `/api${path}`),
]
/** The part before the first parameter of each, e.g. `/reset-password/`. */
const secretBeginnings = [...new Set(secretPaths.map((path) => path.slice(0, path.indexOf(':'))))]

/** An address as it may appear in a log: without its query, without secrets, and of limited length. */
export function loggedPath(url: string): string {
  // A request's target may be a whole address (RFC 9112 §3.2.2).
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  const beginning = secretBeginnings.find((secret) => path.toLowerCase().startsWith(secret))
  return beginning ? `${beginning}…` : path.slice(0, 300)
}
