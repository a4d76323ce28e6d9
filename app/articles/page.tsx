import { paths } from '#contract/paths.ts'
import { ownCategory } from '#lib/api/contents.ts'
import { movedPermanently, noteTags } from '#lib/page-cache/render-context.ts'

export const dynamic = 'force-dynamic'

/** Without a category the product's own is meant. */
export default function ArticlesPage() {
  const path = paths.category(ownCategory())
  noteTags(['site'])
  movedPermanently(path)
  return <a href={path}>The stories are here</a>
}
