import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { allCategories, type Category, categoryName, slugsOf } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'

type Props = {
  categories: readonly Category[]
  current?: string | undefined
  /** `aside`: a column from laptops up. */
  layout?: 'aside' | 'line'
  write?: WriteMarkup | undefined
}

/** The ways into the collection. */
export function TopicNav({ categories, current, layout = 'aside', write }: Props) {
  return (
    <StaticMarkup as="nav" aria-label="Topics" write={write}>
      <ul className={`-mx-3 flex flex-wrap ${layout === 'aside' ? 'lg:flex-col' : ''}`}>
        {[allCategories, ...slugsOf(categories)].map((category) => (
          <li key={category}>
            <a
              href={paths.category(category)}
              aria-current={category === current ? 'page' : undefined}
              className="block px-3 py-1.5 text-ui text-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {categoryName(category, categories)}
            </a>
          </li>
        ))}
      </ul>
    </StaticMarkup>
  )
}
