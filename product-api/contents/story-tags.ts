import { tags } from '#contract/tags.ts'

type Shown = {
  slug: string
  category: string
  authorId: string | null
  publication?: { slug: string; name: string }
}

/** Every page that shows a published story. A publication's page can be asked for by its slug and by its name. */
export function storyTags({ slug, category, authorId, publication }: Shown): string[] {
  return [
    tags.content(slug),
    tags.all,
    tags.category(category),
    tags.sitemap,
    ...(authorId ? [tags.author(authorId)] : []),
    ...(publication ? [tags.publication(publication.slug), tags.publication(publication.name)] : []),
  ]
}
