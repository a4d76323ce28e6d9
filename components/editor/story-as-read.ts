import { siteCategoryTag } from '#contract/categories.ts'
import type { Story } from '#contract/stories.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { plainText } from '#story-html/plain-text.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import { slugify } from '#story-html/slugify.ts'
import type { StoryText } from './saving/story-text.ts'
import type { StoryEditorState } from './use-story-editor.ts'

/** A story as its page and lists show it, made from the contents of the editor. */
export function storyAsRead(
  { story, person, categories, glance, saving, publishing }: StoryEditorState,
  text: StoryText,
): Story {
  const own = story === undefined || story.author_uuid === person.uuid
  const { slug: savedSlug, chosenSlug } = saving.status
  // A story that never was public gets an address made from its title.
  const nextSlug = chosenSlug ?? (story?.published_at ? savedSlug : (slugify(text.title) ?? savedSlug))
  const now = new Date().toISOString()
  return {
    ...text,
    _id: story?._id ?? '',
    id: story?._id ?? '',
    slug: publishing.published?.slug ?? nextSlug ?? 'untitled',
    title: text.title || 'Untitled',
    author: '',
    author_name: own ? person.name : story.author_name,
    author_email: null,
    author_uuid: own ? person.uuid : story.author_uuid,
    author_bio: own ? person.bio : '',
    author_image: own ? person.profile_image : null,
    publication: null,
    publication_slug: text.publication,
    userId: null,
    isDraft: true,
    sendNewsletter: false,
    excerpt: excerpt(plainText(text.content)),
    word_count: glance.words,
    reading_minutes: readingMinutes(glance.words),
    category_tag: siteCategoryTag(text.category, categories),
    published_at: story?.published_at ?? now,
    updated_at: now,
    version: 1,
    publish_at: null,
    deleted_at: null,
    narration: null,
  }
}
