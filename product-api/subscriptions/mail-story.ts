import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { MailSite } from '#platform/mail/blocks.ts'
import type { MailedStory } from '#stories/newsletter-stories.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import type { MailStory } from './newsletter-mail.ts'

/** A story as newsletters and the welcome show it. */
export function mailStory({ publicUrl, productName }: MailSite, story: MailedStory): MailStory {
  const picture = story.storyImage ? { url: story.storyImage, alt: story.imageAlt ?? '' } : undefined
  return {
    id: story.id,
    url: `${publicUrl}${paths.article(story.slug)}`,
    title: story.title,
    subTitle: story.subTitle,
    excerpt: story.excerpt,
    categoryName: categoryName(story.category, productName),
    authorName: story.authorName ?? story.accountName ?? '',
    ...(story.authorId && { authorUrl: `${publicUrl}${paths.profile(story.authorId)}` }),
    ...(story.publicationName && { publicationName: story.publicationName }),
    readingMinutes: readingMinutes(story.wordCount),
    ...(picture && { picture }),
  }
}
