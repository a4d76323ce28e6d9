import { tags } from '#contract/tags.ts'

type Shown = {
  id: string
  slug: string
  category: string
  authorId: string | null
  publication?: { slug: string } | undefined
}

/** Everything that shows a published story or finds it. A story can be asked for by its id too. */
export function storyTags({ id, slug, category, authorId, publication }: Shown): string[] {
  return [
    tags.content(slug),
    tags.content(id),
    tags.all,
    tags.category(category),
    tags.sitemap,
    tags.search,
    ...(authorId ? [tags.author(authorId)] : []),
    ...(publication ? [tags.publication(publication.slug)] : []),
  ]
}
