import { allCategories, categoryName, knownCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { type ListOf, listContents } from '#lib/api/contents.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { getPublication } from '#lib/api/publications.ts'
import { getProfile } from '#lib/api/users.ts'
import { webEnv } from '#lib/env.ts'

/** What a list is called, and its page. @throws ApiFailure with status 404 for a list that there is not. */
export async function listHead(of: ListOf): Promise<{ heading: string; listPath: string }> {
  const { PRODUCT_NAME } = webEnv()
  switch (of.kind) {
    case 'all':
      return { heading: PRODUCT_NAME, listPath: paths.home }
    case 'category': {
      await refuseUnknown(of.category)
      const listPath = of.category === 'book_summary' ? paths.books : paths.category(of.category)
      return { heading: categoryName(of.category, PRODUCT_NAME), listPath }
    }
    case 'publication': {
      const { name, slug } = await getPublication(of.publication)
      return { heading: name, listPath: paths.publication(slug) }
    }
    case 'author': {
      const { name, uuid } = await getProfile(of.uuid)
      return { heading: name, listPath: paths.profile(uuid) }
    }
  }
}

/** A category is there where it is one of ours, or a story says so. */
async function refuseUnknown(category: string): Promise<void> {
  if ([allCategories, ...knownCategories(webEnv().PRODUCT_NAME)].includes(category)) return
  const { body } = await listContents({ kind: 'category', category }, { limit: 1 })
  if (body.length === 0) throw new ApiFailure(404, 'not_found', 'There is no such category')
}
