import { categoryName } from '#contract/categories.ts'
import { getArticle, type ListOf } from '#lib/api/contents.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { webEnv } from '#lib/env.ts'
import { noteTags } from '#lib/page-cache/render-context.ts'
import { listHead, titleBesideSite } from './list-head.ts'
import type { ShareWords } from './share-image.ts'
import { siteDescription } from './site.ts'

const kickers = { category: 'Stories', publication: 'Publication', author: 'Profile' } as const

/**
 * The words for the picture of this name: that of the site, of a list, or of the story with this slug.
 * @throws ApiFailure with status 404 if there is no such thing.
 */
export async function describeShareImage(name: string): Promise<ShareWords> {
  const { PRODUCT_NAME: right } = webEnv()
  if (!name.startsWith('~')) {
    const story = await getArticle(name)
    const kicker = categoryName(story.category, right)
    return { kicker, title: story.title, left: story.author_name || story.author, right }
  }
  // So that it is kept, though no write changes it.
  noteTags(['site'])
  const of = listNamed(name)
  if (of.kind === 'all') return { kicker: right, title: siteDescription, left: '', right: '' }
  return { kicker: kickers[of.kind], title: titleBesideSite((await listHead(of)).heading), left: '', right }
}

/** `~site`, or a list's kind and name such as `~category.fiction`. */
function listNamed(name: string): ListOf {
  const [, kind, of = ''] = name.match(/^~(category|publication|author)\.(.+)$/s) ?? []
  if (kind === 'category') return { kind, category: of }
  if (kind === 'publication') return { kind, publication: of }
  if (kind === 'author') return { kind, uuid: of }
  if (name === '~site') return { kind: 'all' }
  throw new ApiFailure(404, 'not_found', 'There is no such picture')
}
