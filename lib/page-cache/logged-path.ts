// What a mail's link carries opens an account or ends a subscription, and some calls name an address.
const secretEnd =
  /^(\/(?:reset-password|confirm-email|subscription\/\w+|api\/newsletters\/(?:subscriptions?|confirm|unsubscribe)))\/.*/

/** An address as it may stand in a log: without its query, without secrets, and not without end. */
export function loggedPath(url: string): string {
  // A request's target may be a whole address (RFC 9112 §3.2.2).
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  return path.replace(secretEnd, '$1/…').slice(0, 300)
}
