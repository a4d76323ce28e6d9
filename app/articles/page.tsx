import { ownCategory } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { movedPermanently, noteTags } from '#lib/renderer/render-context.ts'
import { site } from '#lib/site.ts'

/** Without a category the product's own is meant. */
export default function ArticlesPage() {
  const path = paths.category(ownCategory(site().categories))
  noteTags([tags.site])
  movedPermanently(path)
  return <a href={path}>The stories are here</a>
}
