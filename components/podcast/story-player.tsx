'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import type { Narration } from '#contract/stories.ts'
import { PlayerBar } from './player-bar.tsx'
import { useSpokenSentence } from './use-spoken-sentence.ts'

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
