'use client'

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Narration } from '#contract/stories.ts'
import { sendReport } from '#lib/browser/send-report.ts'
import { findSentences, sentenceAt } from './find-sentences.ts'
import { PlayerBar } from './player-bar.tsx'

type Props = {
  narration: Narration
  title: string
  author: string
  onClose: () => void
}

/** Reads a story aloud while the reader follows. Loaded only when it is asked for. */
export function StoryPlayer({ narration, title, author, onClose }: Props) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const transcript = useRef<HTMLTrackElement>(null)
  const track = useMemo(
    () => ({ title, artist: author, durationMs: narration.duration_ms }),
    [title, author, narration.duration_ms],
  )
  useSpokenSentence(audio, transcript)
  useHeardReport(audio)
  useEffect(() => {
    // A browser that wants another press shows its button.
    void audio?.play().catch(() => undefined)
    return () => audio?.pause()
  }, [audio])
  return (
    <>
      <audio ref={setAudio} src={narration.url} preload="auto" className="hidden">
        <track ref={transcript} kind="captions" src={narration.transcript} srcLang="en-GB" label="Transcript" default />
      </audio>
      <PlayerBar audio={audio} track={track} onClose={onClose} />
    </>
  )
}

/** Reports how many seconds of a story were played, however often, when the player is closed or the page is left. */
function useHeardReport(audio: HTMLAudioElement | null): void {
  useEffect(() => {
    // The editor's preview is nobody's reading.
    if (!audio || !location.pathname.startsWith('/article/')) return
    let reported = 0
    function report() {
      const { played } = audio as HTMLAudioElement
      let heard = 0
      for (let range = 0; range < played.length; range++) heard += played.end(range) - played.start(range)
      const seconds = Math.round(heard) - reported
      if (seconds < 1) return
      reported += seconds
      sendReport('heard', String(seconds))
    }
    addEventListener('pagehide', report)
    return () => {
      removeEventListener('pagehide', report)
      report()
    }
  }, [audio])
}

const highlightName = 'spoken'
/** The element of a story's text. */
const storySelector = '#story'

/**
 * Marks the sentence of the story that is being read aloud, keeps it in view for a reader who follows, and plays from a
 * sentence that is clicked. Marking changes nothing in the page (CSS Custom Highlight API); without it the rest still
 * works.
 */
function useSpokenSentence(audio: HTMLAudioElement | null, track: RefObject<HTMLTrackElement | null>): void {
  useEffect(() => {
    const element = track.current
    const story = document.querySelector<HTMLElement>(storySelector)
    if (!audio || !element || !story) return
    const { track: cues } = element
    cues.mode = 'hidden'
    let ranges: (Range | undefined)[] = []
    let marked: Range | undefined

    function read() {
      const texts = [...(cues.cues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent ?? '')
      ranges = findSentences(story as HTMLElement, texts)
      mark()
    }
    function mark() {
      const spoken = cues.activeCues?.[0]
      const index = spoken ? [...(cues.cues ?? [])].indexOf(spoken) : -1
      const next = ranges[index]
      // Between two sentences the one before stays marked.
      if (!next || next === marked) return
      const isFollowed = marked === undefined || isInView(marked)
      marked = next
      highlight(next)
      if (isFollowed && !isInView(next)) scrollTo(next)
    }
    function onClick(event: MouseEvent) {
      const target = event.target as Element
      if (target.closest('a, button, summary, iframe') || getSelection()?.isCollapsed === false) return
      const cue = cues.cues?.[sentenceAt(ranges, event.clientX, event.clientY)]
      if (!cue || !audio) return
      audio.currentTime = cue.startTime
      void audio.play().catch(() => undefined)
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('load', read, { signal })
    cues.addEventListener('cuechange', mark, { signal })
    story.addEventListener('click', onClick, { signal })
    story.classList.add('cursor-pointer')
    if (element.readyState === HTMLTrackElement.LOADED) read()
    return () => {
      listening.abort()
      story.classList.remove('cursor-pointer')
      highlight(undefined)
    }
  }, [audio, track])
}

function highlight(range: Range | undefined): void {
  if (!('highlights' in CSS)) return
  if (range) CSS.highlights.set(highlightName, new Highlight(range))
  else CSS.highlights.delete(highlightName)
}

function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

function scrollTo(range: Range): void {
  const { top } = range.getBoundingClientRect()
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  window.scrollBy({ top: top - window.innerHeight / 3, behavior })
}
