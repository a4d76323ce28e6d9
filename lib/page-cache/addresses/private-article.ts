const article = /^\/article\/([^/]+)$/

/**
 * The page for a story that is not public. One address has two views: the kept page is the stranger's, and
 * if that is a 404, a reader with a session may still be the story's author or an administrator.
 * `key` is the kept page's. Undefined if the stranger's page is everyone's, or if the cookies can contain no session.
 */
export function privateArticlePath(key: string, cookieHeader: string | undefined): string | undefined {
  if (!mayHaveSession(cookieHeader)) return undefined
  const [, slug] = article.exec(key) ?? []
  // The Markdown copy is for machines, which have no session.
  return slug && !slug.endsWith('.md') ? `/private-article/${slug}` : undefined
}

/** A first look, whatever the cookie's prefix is and however it is cut; whether it can be read is another question. */
export function mayHaveSession(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes('next-auth.session-token') ?? false
}
