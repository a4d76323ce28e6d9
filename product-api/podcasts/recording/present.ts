import { audioAddress } from '#contract/audio-address.ts'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import type { PodcastRow, ReadyRow } from './repository.ts'

export function presentPodcast({ audio, ...podcast }: ReadyRow): Podcast {
  return {
    id: podcast.id,
    fileName: podcast.fileName,
    lastModified: audio.madeAt.toISOString(),
    url: audioAddress({ id: audio.id, kind: 'mp3' }),
    title: podcast.title,
    description: podcast.description,
    duration_ms: audio.durationMs,
    bytes: audio.bytes,
    transcript: audioAddress({ id: audio.id, kind: 'vtt' }),
    is_public: podcast.publishedAt !== null,
    story: podcast.story,
  }
}

export function presentJob(podcast: PodcastRow): PodcastJob {
  return {
    id: podcast.id,
    title: podcast.title,
    fileName: podcast.fileName,
    state: podcast.state,
    sentences: podcast.parts,
    sentences_done: podcast.partsDone,
    spoken_ms: podcast.spokenMs,
    failure: podcast.failure,
    created_at: podcast.createdAt.toISOString(),
    changed_at: podcast.changedAt.toISOString(),
    url: podcast.audioId && audioAddress({ id: podcast.audioId, kind: 'mp3' }),
  }
}
