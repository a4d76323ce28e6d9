import { useCallback, useEffect, useState } from 'react'
import { readStored, store } from '#lib/browser/stored-text.ts'

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const skipSeconds = 15
const speedKey = 'listeningSpeed'

export type Track = {
  title: string
  /** The artist that the system's media controls show beside the title. */
  artist: string
  /** How long it is by the server's word, until the browser knows. */
  durationMs: number
}

type State = { isPlaying: boolean; isWaiting: boolean; seconds: number; duration: number; failed: boolean }
const nothing: State = { isPlaying: false, isWaiting: false, seconds: 0, duration: 0, failed: false }
const events = [
  ...['play', 'pause', 'ended', 'timeupdate', 'seeked', 'seeking', 'waiting', 'playing', 'loadedmetadata'],
  ...['durationchange', 'error', 'emptied'],
]

/** An audio element's state and controls, and the system's media keys while it is the current one. */
export function usePlayback(audio: HTMLAudioElement | null, track: Track | undefined) {
  const [state, setState] = useState(nothing)
  const [speed, setSpeed] = useState(1)

  useEffect(() => {
    if (!audio) return setState(nothing)
    const read = () => setState(stateOf(audio))
    for (const event of events) audio.addEventListener(event, read)
    read()
    return () => {
      for (const event of events) audio.removeEventListener(event, read)
    }
  }, [audio])

  useEffect(() => {
    const kept = Number(readStored(speedKey))
    if (speeds.some((one) => one === kept)) setSpeed(kept)
  }, [])

  useEffect(() => {
    if (audio) audio.playbackRate = speed
  }, [audio, speed])

  const skip = useCallback(
    (seconds: number) => {
      if (audio)
        audio.currentTime = Math.max(0, Math.min(audio.duration || Number.MAX_VALUE, audio.currentTime + seconds))
    },
    [audio],
  )
  const toggle = useCallback(() => {
    if (audio?.paused) void audio.play().catch(() => undefined)
    else audio?.pause()
  }, [audio])

  useMediaKeys(audio, track, skip)

  const duration = state.duration || (track?.durationMs ?? 0) / 1_000
  return {
    ...{ ...state, duration, speed, skip, toggle },
    seek: (seconds: number) => {
      if (audio) audio.currentTime = seconds
    },
    setSpeed: (wanted: number) => {
      setSpeed(wanted)
      store(speedKey, String(wanted))
    },
  }
}

/** Lock screens, headsets and keyboards with media keys (W3C Media Session). */
function useMediaKeys(audio: HTMLAudioElement | null, track: Track | undefined, skip: (seconds: number) => void): void {
  useEffect(() => {
    if (!audio || !track || !('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({ title: track.title, artist: track.artist })
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => void audio.play().catch(() => undefined)],
      ['pause', () => audio.pause()],
      ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? skipSeconds))],
      ['seekforward', ({ seekOffset }) => skip(seekOffset ?? skipSeconds)],
      [
        'seekto',
        ({ seekTime }) => {
          if (seekTime !== undefined) audio.currentTime = seekTime
        },
      ],
    ]
    for (const [action, act] of actions) mediaSession.setActionHandler(action, act)
    return () => {
      for (const [action] of actions) mediaSession.setActionHandler(action, null)
      mediaSession.metadata = null
    }
  }, [audio, track, skip])
}

function stateOf(audio: HTMLAudioElement): State {
  return {
    isPlaying: !audio.paused && !audio.ended,
    isWaiting: !audio.paused && (audio.readyState < 3 || audio.seeking),
    seconds: audio.currentTime,
    duration: Number.isFinite(audio.duration) ? audio.duration : 0,
    failed: audio.error !== null,
  }
}
