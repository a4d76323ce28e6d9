import { categoryTag } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'

/** The story's category, e.g. 'Book Summary' or 'Fiction'. */
export function CategoryTag({ category, linked = false }: { category: string; linked?: boolean }) {
  const tag = categoryTag(category)
  if (!tag) return null
  const style = 'block wrap-anywhere text-small font-semibold text-green'
  if (!linked) return <span className={style}>{tag}</span>
  return (
    <a href={paths.category(category)} className={`${style} self-start hover:underline`}>
      {tag}
    </a>
  )
}
