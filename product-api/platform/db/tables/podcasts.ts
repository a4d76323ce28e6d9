import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { linkTo, time } from './columns.ts'
import { contents } from './stories.ts'

/** A sentence in an audio file; times in milliseconds from its beginning. */
export type Cue = { text: string; kind: 'heading' | 'text'; from: number; to: number }

/** A text or story that is read aloud. */
export const podcasts = pgTable('podcasts', {
  id: uuid().primaryKey(),
  fileName: text('file_name').notNull(),
  title: text().notNull(),
  description: text().notNull().default(''),
  contentId: uuid('content_id').references(() => contents.id, { onDelete: 'cascade' }),
  /** Null if it reads a story. */
  text: text(),
  state: text({ enum: ['waiting', 'speaking', 'done', 'failed', 'cancelled'] }).notNull(),
  /** The number of the latest try. */
  run: integer().notNull().default(1),
  parts: integer().notNull().default(0),
  partsDone: integer('parts_done').notNull().default(0),
  spokenMs: integer('spoken_ms').notNull().default(0),
  failure: text(),
  publishedAt: time('published_at'),
  createdBy: linkTo('created_by', () => users.id),
  createdAt: time('created_at').notNull(),
  changedAt: time('changed_at').notNull(),
  audioId: text('audio_id'),
})

/** An audio file in the storage. */
export const podcastAudio = pgTable('podcast_audio', {
  id: text().primaryKey(),
  podcastId: linkTo('podcast_id', () => podcasts.id),
  bytes: integer().notNull(),
  durationMs: integer('duration_ms').notNull(),
  cues: jsonb().$type<Cue[]>().notNull(),
  madeAt: time('made_at').notNull(),
  /** When its podcast got another file. */
  replacedAt: time('replaced_at'),
})

/** A spoken sentence, reused as a cache; its MP3 frames are in the storage. */
export const speechSegments = pgTable('speech_segments', {
  key: text().primaryKey(),
  bytes: integer().notNull(),
  ms: integer().notNull(),
  usedAt: time('used_at').notNull(),
})

/** Private podcasts of saved stories; `version` grows with every new address. */
export const readingListFeeds = pgTable('reading_list_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  feedId: text('feed_id').notNull().unique(),
  version: integer().notNull().default(1),
  createdAt: time('created_at').notNull(),
})
