import { sql } from 'drizzle-orm'
import { audioAddress } from '#contract/audio-address.ts'
import type { Episode } from '#contract/podcasts.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { excerpt } from '#story-html/excerpt.ts'

const episodesMost = 100

/** The public podcast feed, newest first. */
export async function listPublicEpisodes(ctx: Context): Promise<Episode[]> {
  ctx.shows([tags.podcasts])
  const rows = await selectPublicEpisodes(ctx.db, episodesMost)
  ctx.shows(rows.flatMap(({ slug }) => (slug ? [tags.content(slug)] : [])))
  return rows.map(presentEpisode)
}

/** The narrated stories that a person saved, the last one saved first. */
export async function listSavedEpisodes(ctx: Pick<Context, 'db'>, userId: string): Promise<Episode[]> {
  return (await selectSavedEpisodes(ctx.db, userId, episodesMost)).map(presentEpisode)
}

/** Ids of the last hundred stories that a person saved, without those that have a narration. */
export function listUnnarratedSaved(ctx: Pick<Context, 'db'>, userId: string): Promise<string[]> {
  return selectUnnarratedStories(ctx.db, userId, episodesMost)
}

function presentEpisode(row: EpisodeRow): Episode {
  const { id, audioId, title, text, storyExcerpt, description, hasChapters } = row
  return {
    ...{ id, title, bytes: row.bytes, duration_ms: row.durationMs },
    description: description || storyExcerpt || excerpt(text ?? ''),
    author: row.author ?? '',
    url: audioAddress({ id: audioId, kind: 'mp3' }),
    transcript: audioAddress({ id: audioId, kind: 'vtt' }),
    chapters: hasChapters ? audioAddress({ id: audioId, kind: 'json' }) : null,
    published_at: row.at.toISOString(),
    story_slug: row.slug,
  }
}

type EpisodeRow = {
  id: string
  title: string
  description: string
  /** The beginning of the text, if it is not a story. */
  text: string | null
  storyExcerpt: string | null
  author: string | null
  slug: string | null
  audioId: string
  bytes: number
  durationMs: number
  hasChapters: boolean
  /** When it was added to the feed. */
  at: Date
}

const textMost = 2_000

const columns = sql`
  p.id, p.title, p.description, left(p.text, ${textMost}) as text, a.id as audio_id, a.bytes, a.duration_ms,
  jsonb_path_query_array(a.cues, '$[*] ? (@.kind == "heading")') as headings,
  c.slug, c.excerpt, coalesce(c.author_name, u.name) as author`

/** Podcasts that administrators made public, without those of stories that are not public. */
async function selectPublicEpisodes(db: Db, limit: number): Promise<EpisodeRow[]> {
  const { rows } = await db.execute<RawRow>(sql`
    select ${columns}, p.published_at as at
    from podcasts p join podcast_audio a on a.id = p.audio_id
    left join contents c on c.id = p.content_id left join users u on u.id = c.author_id
    where p.published_at is not null and (p.content_id is null or (not c.is_draft and c.deleted_at is null))
    order by p.published_at desc, p.id desc limit ${limit}`)
  return rows.map(episodeRow)
}

/** The narrated stories among those that a person saved. */
async function selectSavedEpisodes(db: Db, userId: string, limit: number): Promise<EpisodeRow[]> {
  const { rows } = await db.execute<RawRow>(sql`
    select ${columns}, b.created_at as at
    from bookmarks b join contents c on c.id = b.content_id and not c.is_draft and c.deleted_at is null
    join podcasts p on p.content_id = c.id join podcast_audio a on a.id = p.audio_id
    left join users u on u.id = c.author_id
    where b.user_id = ${userId}
    order by b.created_at desc, p.id desc limit ${limit}`)
  return rows.map(episodeRow)
}

/** The last stories that a person saved, without those that have a narration. */
async function selectUnnarratedStories(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from (
      select content_id, created_at from bookmarks where user_id = ${userId} order by created_at desc limit ${limit}
    ) b join contents c on c.id = b.content_id and not c.is_draft and c.deleted_at is null
    where not exists (select from podcasts p where p.content_id = c.id)
    order by b.created_at desc`)
  return rows.map(({ id }) => id)
}

type RawRow = {
  id: string
  title: string
  description: string
  text: string | null
  excerpt: string | null
  author: string | null
  slug: string | null
  audio_id: string
  bytes: number
  duration_ms: number
  headings: unknown[]
  at: string
}

function episodeRow(row: RawRow): EpisodeRow {
  const { id, title, description, text, excerpt: storyExcerpt, author, slug, bytes } = row
  const audio = { audioId: row.audio_id, bytes, durationMs: row.duration_ms }
  // The title is a heading too: one heading alone makes no chapters.
  return {
    ...{ id, title, description, text, storyExcerpt, author, slug },
    ...audio,
    hasChapters: row.headings.length > 1,
    at: new Date(row.at),
  }
}
