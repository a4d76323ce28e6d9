const samplesMost = 1_800
const pagesDeep = 40

const words = [
  ...['government', 'war', 'treaty', 'railway', 'the people', 'peace and commerce', 'constitution law', 'navy ships'],
]
const mistyped = ['goverment', 'tresury', 'comerce', 'presidant', 'republick', 'constitutoin']
const beginnings = ['go', 'gov', 'con', 'constit', 'pre', 'tr', 'nav', 'comm']

const searchPage = (text: string) => `/search?q=${encodeURIComponent(text)}`
const searchCall = (text: string) => `/api/contents/search?limit=12&content=${encodeURIComponent(text)}`

/** The paths that are asked for, by what they are. */
export type UncachedCalls = Record<
  'articles' | 'lists' | 'searchPages' | 'searchCalls' | 'mistypedCalls' | 'prefixCalls',
  string[]
>

/** Stories from all over the store, the lists behind successive cursors, and searches. */
export async function uncachedCalls(url: string): Promise<UncachedCalls> {
  const slugs: string[] = []
  const cursors: string[] = []
  let path: string | undefined = '/api/contents?limit=100'
  while (path && slugs.length < samplesMost) {
    const answer: Response = await fetch(url + path)
    slugs.push(...((await answer.json()) as { slug: string }[]).map(({ slug }) => slug))
    path = nextOf(answer)
  }
  path = '/api/contents?limit=12'
  while (path && cursors.length < samplesMost / 4) {
    const answer: Response = await fetch(url + path)
    await answer.arrayBuffer()
    path = nextOf(answer)
    if (path) cursors.push(new URL(path, url).searchParams.get('cursor') ?? '')
  }
  return {
    articles: slugs.map((slug) => `/article/${slug}`),
    lists: cursors.slice(pagesDeep).map((cursor) => `/articles/all?cursor=${encodeURIComponent(cursor)}`),
    searchPages: words.map(searchPage),
    searchCalls: words.map(searchCall),
    mistypedCalls: mistyped.map(searchCall),
    prefixCalls: beginnings.map(searchCall),
  }
}

function nextOf(answer: Response): string | undefined {
  return answer.headers.get('link')?.match(/<([^>]+)>/)?.[1]
}
