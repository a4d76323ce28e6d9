import { isImageAddress } from '#contract/image-address.ts'
import type { Edition } from '#contract/sends.ts'
import { isSegment, line, showableDate, showableId } from './clean-resource.ts'

type Story = Edition['stories'][number]

/** A newsletter without anything that cannot be shown; undefined if it has no address or no date. */
export function cleanEdition(edition: Edition): Edition | undefined {
  const sentAt = showableDate(edition.sent_at)
  if (!showableId(edition.id) || !sentAt) return undefined
  return {
    id: edition.id,
    subject: line(edition.subject, 300) || 'Newsletter',
    about: line(edition.about, 300),
    sent_at: sentAt,
    listed: edition.listed,
    stories: edition.stories.flatMap((story) => cleanStory(story) ?? []),
  }
}

function cleanStory(story: Story): Story | undefined {
  if (!isSegment(story.slug)) return undefined
  const { story_image: image, image_alt: alt } = story
  return {
    slug: story.slug,
    title: line(story.title, 300) || 'Untitled',
    sub_title: line(story.sub_title, 600),
    excerpt: line(story.excerpt, 2_000),
    category: line(story.category, 150),
    author_name: line(story.author_name, 150),
    author_uuid: showableId(story.author_uuid),
    story_image: image && isImageAddress(image) ? image : null,
    image_alt: alt && line(alt, 600),
    reading_minutes: Math.max(1, story.reading_minutes),
  }
}
