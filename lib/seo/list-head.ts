import { allCategories, categoryName, slugsOf } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { read } from '#lib/api/read.ts'
import { type ListOf, listStories } from '#lib/api/stories.ts'
import { site } from '#lib/site.ts'

/** The list of a kind and a name in an address; undefined if there is no such kind. */
export function listNamed(kind: string, name: string): ListOf | undefined {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'category') return { kind: 'category', category: name }
  if (kind === 'publication') return { kind: 'publication', publication: name }
  return kind === 'author' ? { kind: 'author', uuid: name } : undefined
}

/** The words of a feed and of a share image about a list; `by`: who runs a publication. */
type ListHead = { heading: string; listPath: string; description?: string; by?: string }

/** A list's name and page, and what a publication says of itself. @throws ApiFailure with status 404 for a list that does not exist. */
export async function listHead(of: ListOf): Promise<ListHead> {
  const { name: siteName, categories } = site()
  switch (of.kind) {
    case 'all':
      return { heading: siteName, listPath: paths.home }
    case 'category':
      await refuseUnknown(of.category)
      return { heading: categoryName(of.category, categories), listPath: paths.category(of.category) }
    case 'publication': {
      const { body } = await read('GET /publications/:publication', { params: { publication: of.publication } })
      const { name, slug, description, owner_name: by } = body
      return { heading: name, listPath: paths.publication(slug), description, by }
    }
    case 'author': {
      const { name, uuid } = (await read('GET /users/profile/:uuid', { params: { uuid: of.uuid } })).body
      return { heading: name, listPath: paths.profile(uuid) }
    }
  }
}

/** A list's title beside the site's name: the product's own category has the same name as the site. */
export function titleBesideSite(heading: string): string {
  return heading === site().name ? `Stories from ${heading}` : heading
}

/** A category exists if it is one of ours, or a story says so. */
async function refuseUnknown(category: string): Promise<void> {
  if ([allCategories, ...slugsOf(site().categories)].includes(category)) return
  const { body } = await listStories({ kind: 'category', category }, { limit: 1 })
  if (body.length === 0) throw new ApiFailure(404, 'not_found', 'There is no such category')
}
