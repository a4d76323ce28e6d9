import { sql } from 'drizzle-orm'
import { audioAddress } from '#contract/audio-address.ts'
import type { Episode } from '#contract/podcasts.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { excerpt } from '#story-html/excerpt.ts'

const episodesMost = 100
const textMost = 2_000

type EpisodeRow = {
  id: string
  title: string
  description: string
  /** The beginning of the text, if it is not a story. */
  text: string | null
  excerpt: string | null
  author: string | null
  slug: string | null
  audio_id: string
  bytes: number
  duration_ms: number
  headings: unknown[]
  /** When it was added to the feed. */
  at: string
}

const columns = sql`
  p.id, p.title, p.description, left(p.text, ${textMost}) as text, a.id as audio_id, a.bytes, a.duration_ms,
  jsonb_path_query_array(a.cues, '$[*] ? (@.kind == "heading")') as headings,
  c.slug, c.excerpt, coalesce(c.author_name, u.name) as author`

/** The podcasts that administrators made public, without those of stories that are not public; newest first. */
export async function listPublicEpisodes(ctx: Context): Promise<Episode[]> {
  ctx.shows([tags.podcasts])
  const { rows } = await ctx.db.execute<EpisodeRow>(sql`
    select ${columns}, p.published_at as at
    from podcasts p join podcast_audio a on a.id = p.audio_id
    left join contents c on c.id = p.content_id left join users u on u.id = c.author_id
    where p.published_at is not null and u.may_be_narrated is not false and (p.content_id is null or (not c.is_draft and c.deleted_at is null))
    order by p.published_at desc, p.id desc limit ${episodesMost}`)
  ctx.shows(rows.flatMap(({ slug }) => (slug ? [tags.content(slug)] : [])))
  return rows.map(presentEpisode)
}

/** The narrated stories that a person saved, the last one saved first. */
export async function listSavedEpisodes({ db }: Pick<Context, 'db'>, userId: string): Promise<Episode[]> {
  const { rows } = await db.execute<EpisodeRow>(sql`
    select ${columns}, b.created_at as at
    from bookmarks b join contents c on c.id = b.content_id and not c.is_draft and c.deleted_at is null
    join podcasts p on p.content_id = c.id join podcast_audio a on a.id = p.audio_id
    left join users u on u.id = c.author_id
    where b.user_id = ${userId} and u.may_be_narrated is not false
    order by b.created_at desc, p.id desc limit ${episodesMost}`)
  return rows.map(presentEpisode)
}

/**
 * How many of a person's last hundred saved stories can be heard or are under way. One saved after `begunBy` counts as under
 * way without a narration: the job that begins it may not have run yet.
 */
export async function countSaved({ db }: Pick<Context, 'db'>, userId: string, begunBy: Date) {
  const { rows } = await db.execute<
    Record<'saved' | 'episodes' | 'under_way' | 'sentences' | 'sentences_done', number>
  >(
    sql`
    select count(*)::int as saved, count(p.audio_id)::int as episodes,
      count(*) filter (where is_under_way)::int as under_way,
      coalesce(sum(p.parts) filter (where is_under_way), 0)::int as sentences,
      coalesce(sum(p.parts_done) filter (where is_under_way), 0)::int as sentences_done
    from (
      select content_id, created_at from bookmarks
      where user_id = ${userId} order by created_at desc limit ${episodesMost}
    ) b
    join contents c on c.id = b.content_id and not c.is_draft and c.deleted_at is null
    left join users u on u.id = c.author_id
    left join podcasts p on p.content_id = c.id
    cross join lateral (
      select p.audio_id is null and (p.state in ('waiting', 'speaking')
        or (p.id is null and b.created_at > ${begunBy.toISOString()}::timestamptz)) as is_under_way
    ) as progress
    where u.may_be_narrated is not false`,
  )
  const [row] = rows
  return {
    saved: row?.saved ?? 0,
    episodes: row?.episodes ?? 0,
    underWay: row?.under_way ?? 0,
    sentences: row?.sentences ?? 0,
    sentencesDone: row?.sentences_done ?? 0,
  }
}

/** Ids of the last hundred stories that a person saved, without those that have a narration. */
export async function listUnnarratedSaved({ db }: Pick<Context, 'db'>, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from (
      select content_id, created_at from bookmarks
      where user_id = ${userId} order by created_at desc limit ${episodesMost}
    ) b join contents c on c.id = b.content_id and not c.is_draft and c.deleted_at is null
    where not exists (select from podcasts p where p.content_id = c.id)
    order by b.created_at desc`)
  return rows.map(({ id }) => id)
}

function presentEpisode(row: EpisodeRow): Episode {
  const { id, title, bytes, duration_ms, audio_id } = row
  return {
    ...{ id, title, bytes, duration_ms },
    description: row.description || row.excerpt || excerpt(row.text ?? ''),
    author: row.author ?? '',
    url: audioAddress({ id: audio_id, kind: 'mp3' }),
    transcript: audioAddress({ id: audio_id, kind: 'vtt' }),
    // The title is a heading too: one heading alone makes no chapters.
    chapters: row.headings.length > 1 ? audioAddress({ id: audio_id, kind: 'json' }) : null,
    published_at: new Date(row.at).toISOString(),
    story_slug: row.slug,
  }
}
