const article = /^\/article\/([^/]+)$/

/**
 * The internal address of a story's private view. The cached page is the public one; if that is a 404, a reader with a
 * session may still be the story's author or an administrator.
 * @param key the cache key of the public page
 * @returns undefined for other pages, and if the cookies cannot contain a session.
 */
export function privateArticlePath(key: string, cookieHeader: string | undefined): string | undefined {
  if (!mayHaveSession(cookieHeader)) return undefined
  const [, slug] = article.exec(key) ?? []
  // The Markdown copy is for machines, which have no session.
  return slug && !slug.endsWith('.md') ? `/private-article/${slug}` : undefined
}

/** Cheap check for a session cookie, with any prefix or chunking; it is not verified here. */
export function mayHaveSession(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes('next-auth.session-token') ?? false
}
