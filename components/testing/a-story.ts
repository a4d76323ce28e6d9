import type { ListedStory, Story } from '#contract/stories.ts'
import { emptyText } from '#contract/story-fields.ts'

const { content: _, ...noText } = emptyText
const card: ListedStory = {
  ...noText,
  _id: '01990000-0000-7000-8000-000000000001',
  id: '01990000-0000-7000-8000-000000000001',
  slug: 'a-lift-at-night',
  title: 'A Lift at Night',
  category: 'fiction',
  story_image: '/covers/a-lift-at-night.webp',
  author: '',
  author_name: 'Inès Moreau',
  author_email: null,
  author_uuid: 'author-1',
  author_image: null,
  publication: null,
  publication_slug: null,
  userId: 'author-1',
  isDraft: false,
  sendNewsletter: false,
  excerpt: 'A lift keeps count. Nobody who rides in it knows, and it never tells.',
  word_count: 900,
  reading_minutes: 4,
  category_tag: null,
  published_at: '2026-03-04T08:00:00Z',
  updated_at: '2026-03-04T08:00:00Z',
  version: 1,
}

const article: Story = {
  ...card,
  author_bio: '',
  ...{ canonical_url: null, publish_at: null, deleted_at: null, narration: null },
  content: '<p>A lift keeps count.</p>',
}

export function aStory(but: Partial<ListedStory> = {}): ListedStory {
  return { ...card, ...but }
}

export function anArticle(but: Partial<Story> = {}): Story {
  return { ...article, ...but }
}
