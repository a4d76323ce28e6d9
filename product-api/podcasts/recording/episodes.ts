import { audioAddress } from '#contract/audio-address.ts'
import type { Episode } from '#contract/podcasts.ts'
import { tags } from '#contract/tags.ts'
import type { Context } from '#platform/context.ts'
import { excerpt } from '#story-html/excerpt.ts'
import * as repository from './episode-repository.ts'

const episodesMost = 100

/** The public podcast feed, newest first. */
export async function listPublicEpisodes(ctx: Context): Promise<Episode[]> {
  ctx.shows([tags.podcasts])
  const rows = await repository.listPublicEpisodes(ctx.db, episodesMost)
  ctx.shows(rows.flatMap(({ slug }) => (slug ? [tags.content(slug)] : [])))
  return rows.map(presentEpisode)
}

/** The stories that a person saved, if they are read aloud; the last one saved first. */
export async function listSavedEpisodes(ctx: Pick<Context, 'db'>, userId: string): Promise<Episode[]> {
  return (await repository.listSavedEpisodes(ctx.db, userId, episodesMost)).map(presentEpisode)
}

/** The last hundred stories that a person saved, without those that have been read aloud. */
export function listSilentSaved(ctx: Pick<Context, 'db'>, userId: string): Promise<string[]> {
  return repository.listSilentStories(ctx.db, userId, episodesMost)
}

function presentEpisode(row: repository.EpisodeRow): Episode {
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
