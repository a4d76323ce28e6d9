'use client'

import { useCallback, useState } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { ButtonLink } from '#components/ui/links.tsx'
import { MoreButton } from '#components/ui/more-button.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { JobList } from './job-list.tsx'
import { PlayerBar } from './player-bar.tsx'
import { PodcastCard } from './podcast-card.tsx'
import type { Track } from './use-playback.ts'
import { usePodcastJobs } from './use-podcast-jobs.ts'

type Playing = { audio: HTMLAudioElement; track: Track; id: string }

/** All podcasts, also those still being made. One plays at a time, and continues while the others are browsed. */
export function PodcastFeed({ productName }: { productName: string }) {
  const { podcasts, list, askFirst, change, remove } = usePodcasts()
  const { jobs, change: changeJob, remove: removeJob, error: jobsFailure } = usePodcastJobs()
  const [playing, setPlaying] = useState<Playing>()
  const [said, setSaid] = useState('')

  const onState = useCallback(
    (job: PodcastJob) => {
      changeJob(job)
      if (job.state === 'done') askFirst()
    },
    [changeJob, askFirst],
  )
  function onPlay(audio: HTMLAudioElement, { id, title, duration_ms: durationMs }: Podcast) {
    if (playing && playing.audio !== audio) playing.audio.pause()
    setPlaying({ audio, id, track: { title, artist: productName, durationMs } })
  }
  function onRemoved({ id, fileName }: Podcast) {
    if (playing?.id === id) setPlaying(undefined)
    remove(id)
    setSaid(`${fileName} was deleted.`)
  }

  const failure = list.error?.message ?? jobsFailure?.message
  return (
    <div ref={keepFocus} className="flex flex-col gap-8">
      <JobList
        jobs={jobs}
        onState={onState}
        onGone={({ id, title }) => {
          removeJob(id)
          setSaid(`${title} was removed.`)
        }}
      />
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!podcasts && !failure && <p className="text-faint">Loading…</p>}
      {podcasts?.length === 0 && jobs.length === 0 && (
        <EmptyState
          title="It's empty here."
          text="Texts turned into spoken audio will appear here."
          action={
            <ButtonLink look="primary" href={adminPaths.createPodcast}>
              Generate Podcast
            </ButtonLink>
          }
        />
      )}
      <p role="status" className={said ? 'text-ui text-soft' : 'sr-only'}>
        {said}
      </p>
      {podcasts && podcasts.length > 0 && (
        <ul className="grid gap-6 md:grid-cols-2">
          {podcasts.map((podcast) => (
            <PodcastCard
              key={podcast.id}
              podcast={podcast}
              onPlay={(audio) => onPlay(audio, podcast)}
              onChanged={change}
              onRemoved={() => onRemoved(podcast)}
            />
          ))}
        </ul>
      )}
      {podcasts && <MoreButton label="Show more" list={list} />}
      {playing && (
        <PlayerBar
          audio={playing.audio}
          track={playing.track}
          onClose={() => {
            playing.audio.pause()
            setPlaying(undefined)
          }}
        />
      )}
    </div>
  )
}

/** The podcasts loaded so far; changes made here show immediately. */
function usePodcasts() {
  const list = useCallList('GET /podcasts', {})
  const [added, setAdded] = useState<readonly Podcast[]>([])
  const [changed, setChanged] = useState<ReadonlyMap<string, Podcast>>(new Map())
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  const { items } = list
  const newer = added.filter(({ id }) => !items?.some((one) => one.id === id))
  const podcasts =
    items && [...newer, ...items].flatMap((one) => (removed.has(one.id) ? [] : (changed.get(one.id) ?? one)))

  return {
    list,
    podcasts,
    /** Asks for podcasts that have become ready in the meantime. */
    askFirst: useCallback(async () => {
      const { body } = await callBff('GET /podcasts', {})
      setAdded(body)
    }, []),
    change: (podcast: Podcast) => setChanged((before) => new Map(before).set(podcast.id, podcast)),
    remove: (id: string) => setRemoved((before) => new Set(before).add(id)),
  }
}
