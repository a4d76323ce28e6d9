import { ArticleView } from '#components/article/article-view.tsx'
import type { Story } from '#contract/stories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import type { StoryText } from './saving/story-text.ts'

type Props = {
  text: StoryText
  words: number
  story: WorkingCopy | undefined
  author: { uuid: string; name: string; profile_image: string | null }
}

/** A story as its page shows it, made from the contents of the editor. */
export function StoryPreview({ text, words, story, author }: Props) {
  return (
    <ArticleView article={asArticle({ text, words, story, author })} sanitisedHtml={text.content} url="" next={[]} />
  )
}

function asArticle({ text, words, story, author }: Props): Story {
  const own = story === undefined || story.author_uuid === author.uuid
  const now = new Date().toISOString()
  return {
    ...text,
    _id: story?._id ?? '',
    id: story?._id ?? '',
    slug: story?.slug ?? '',
    title: text.title || 'Untitled',
    author: '',
    author_name: own ? author.name : story.author_name,
    author_email: null,
    author_uuid: own ? author.uuid : story.author_uuid,
    author_image: own ? author.profile_image : null,
    publication: null,
    publication_slug: text.publication,
    userId: null,
    isDraft: true,
    sendNewsletter: false,
    excerpt: '',
    word_count: words,
    reading_minutes: readingMinutes(words),
    published_at: story?.published_at ?? now,
    updated_at: now,
    version: 1,
    publish_at: null,
    deleted_at: null,
    narration: null,
  }
}
