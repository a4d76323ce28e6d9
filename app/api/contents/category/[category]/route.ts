import { allCategories } from '#contract/categories.ts'
import { contents } from '#contract/contents.ts'
import { tags } from '#contract/tags.ts'
import { publicRead } from '#lib/bff/public-read.ts'

export const GET = publicRead(contents.byCategory, ({ category = '' }) => [
  category === allCategories ? tags.all : tags.category(category),
])
