/** How a public address is kept: which query parameters it knows, and whether its answer may be kept at all. */
export type PublicPath = {
  /** Path and known parameters in a fixed order: unknown ones can neither miss the store nor fill it. */
  key: string
  kind: 'page' | 'asset'
  /** Search results are the same for everybody too, but anybody could fill the store with them. */
  keep: boolean
}

type Rule = { path: RegExp; query?: readonly string[]; keep?: boolean; kind?: 'asset' }

const rules: readonly Rule[] = [
  {
    path: /^\/_next\/static\/|^\/(?:covers|fonts)\/|^\/(?:theme\.js|favicon\.ico|icon\.svg|apple-icon\.png)$/,
    kind: 'asset',
  },
  { path: /^\/(?:articles)?$/ },
  { path: /^\/books$/, query: ['cursor'] },
  { path: /^\/(?:articles|publication(?!\/new$)|profile)\/[^/]+$/, query: ['cursor'] },
  { path: /^\/article\/[^/]+$/ },
  { path: /^\/share-image\/[^/]+$/ },
  { path: /^(?:\/(?:articles|publication|profile)\/[^/]+)?\/(?:feed\.xml|atom\.xml|feed\.json)$/ },
  { path: /^\/books\/(?:feed\.xml|atom\.xml|feed\.json)$/ },
  { path: /^\/(?:sitemap\.xml|robots\.txt|llms\.txt|opensearch\.xml)$/ },
  { path: /^\/sitemaps\/[^/]+$/ },
  { path: /^\/(?:about-us|contact-us|privacy-policy|user-agreement|cookie-policy|careers|error)$/ },
  // Which puzzle it is concerns the browser alone.
  { path: /^\/sudoku$/ },
  { path: /^\/search$/, query: ['q', 'cursor'], keep: false },
  { path: /^\/api\/contents\/search$/, query: ['content', 'cursor', 'limit'], keep: false },
  { path: /^\/api\/contents(?:\/(?:category|publication|author)\/[^/]+)?$/, query: ['cursor', 'limit'] },
  { path: /^\/api\/contents\/record\/count$/ },
  { path: /^\/api\/contents\/slug\/[^/]+$/ },
]

/** The rule for an address, or nothing where the answer may differ from reader to reader. */
export function publicPath(url: string): PublicPath | undefined {
  const cut = url.indexOf('?')
  const path = cut < 0 ? url : url.slice(0, cut)
  const rule = rules.find((candidate) => candidate.path.test(path))
  if (!rule) return undefined
  const query = cut < 0 || !rule.query ? '' : knownQuery(url.slice(cut + 1), rule.query)
  return { key: query ? `${path}?${query}` : path, kind: rule.kind ?? 'page', keep: rule.keep ?? true }
}

function knownQuery(query: string, names: readonly string[]): string {
  const given = new URLSearchParams(query)
  const known = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value) known.set(name, value)
  }
  return known.toString()
}
