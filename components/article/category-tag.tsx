import { categoryTag } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'

/** 'Book Summary', 'Fiction': what kind of story it is. */
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
