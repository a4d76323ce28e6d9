import { integer, text } from 'drizzle-orm/pg-core'

/** What a story's writer has written, wherever it is kept apart from the story. */
export const keptTextColumns = {
  title: text().notNull(),
  subTitle: text('sub_title').notNull(),
  /** Sanitised HTML. */
  content: text().notNull(),
  wordCount: integer('word_count').notNull(),
  summary: text().notNull(),
  category: text().notNull(),
  storyImage: text('story_image'),
  imageAlt: text('image_alt'),
  bookTitle: text('book_title'),
  bookAuthor: text('book_author'),
  canonicalUrl: text('canonical_url'),
}
