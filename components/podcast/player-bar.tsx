'use client'

import { useEffect } from 'react'
import { Icon, LineDrawing } from '#components/ui/icon.tsx'
import { clockTime, spokenTime } from './clock-time.ts'
import { skipSeconds, speeds, type Track, usePlayback } from './use-playback.ts'

type Props = {
  audio: HTMLAudioElement | null
  track: Track
  onClose: () => void
}

const shapes = {
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  pause: 'M9 5.5v13m6-13v13',
  back15:
    'M12 5a7.5 7.5 0 1 1-7.5 7.5M12 5 8.5 2.5M12 5 8.5 7.7M9.5 10.5v4.5m5-4.5h-2v2c1.3-.3 2.3.2 2.3 1.3 0 1-1 1.4-2.3 1.2',
  forward15:
    'M12 5a7.5 7.5 0 1 0 7.5 7.5M12 5l3.5-2.5M12 5l3.5 2.7M9.5 10.5v4.5m5-4.5h-2v2c1.3-.3 2.3.2 2.3 1.3 0 1-1 1.4-2.3 1.2',
}
const button = 'flex size-11 shrink-0 items-center justify-center rounded-full'

/** The player at the foot of the window: it stays while the reader reads on. */
export function PlayerBar({ audio, track, onClose }: Props) {
  const playback = usePlayback(audio, track)
  const { isPlaying, isWaiting, seconds, duration, failed, speed, skip, toggle, seek, setSpeed } = playback
  useKeys({ toggle, skip })
  useFocusBack()
  const state = failed ? 'This can’t be played right now. Please try again.' : isWaiting ? 'Loading…' : ''
  return (
    <section
      aria-label="Player"
      className="player no-print fixed inset-x-0 bottom-0 z-40 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-menu"
    >
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-3 px-3 py-1.5 md:flex-nowrap md:px-6">
        <div className="flex w-full min-w-0 items-center gap-2 md:order-last md:w-auto">
          <div className="min-w-0 flex-1 md:w-60 md:flex-none">
            <p className="truncate text-ui font-semibold" title={track.title}>
              {track.title}
            </p>
            <p role="status" className={`truncate text-small ${failed ? 'text-danger' : 'text-faint'}`}>
              {state || track.artist}
            </p>
          </div>
          <SpeedChoice speed={speed} onChange={setSpeed} />
          <button type="button" aria-label="Close the player" onClick={onClose} className={`${button} text-ink`}>
            <Icon name="close" />
          </button>
        </div>
        <div className="flex items-center">
          <Press name="Back 15 seconds" path={shapes.back15} onPress={() => skip(-skipSeconds)} />
          <Press
            name={isPlaying ? 'Pause' : 'Play'}
            path={isPlaying ? shapes.pause : shapes.play}
            onPress={toggle}
            isMain
          />
          <Press name="Forward 15 seconds" path={shapes.forward15} onPress={() => skip(skipSeconds)} />
        </div>
        <div className="flex min-w-0 flex-1 items-center gap-2">
          <span className="shrink-0 text-end text-small text-soft tabular-nums md:w-14">{clockTime(seconds)}</span>
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(duration)}`}
            min={0}
            max={Math.max(1, Math.ceil(duration))}
            step={1}
            value={Math.min(seconds, duration || 0)}
            onChange={(event) => seek(Number(event.currentTarget.value))}
            className="h-11 min-w-0 flex-1"
          />
          <span className="shrink-0 text-small text-soft tabular-nums md:w-14">{clockTime(duration)}</span>
        </div>
      </div>
    </section>
  )
}

type PressProps = { name: string; path: string; onPress: () => void; isMain?: boolean }

function Press({ name, path, onPress, isMain = false }: PressProps) {
  const look = isMain ? 'bg-green text-green-on hover:bg-green/90' : 'text-ink hover:bg-line'
  return (
    <button type="button" aria-label={name} onClick={onPress} className={`${button} ${look}`}>
      <LineDrawing path={path} size={isMain ? 22 : 24} />
    </button>
  )
}

function SpeedChoice({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  return (
    <label>
      <span className="sr-only">Speed</span>
      <select
        value={speed}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        className="h-11 rounded-card border border-edge bg-raised px-2 text-ui text-ink tabular-nums"
      >
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
    </label>
  )
}

/** Gives the focus back to what had it before the player opened, unless the person has moved on. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
}

/** K, J and L as in other players, wherever the focus is except in a field. */
function useKeys({ toggle, skip }: { toggle: () => void; skip: (seconds: number) => void }): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      const act = { k: toggle, j: () => skip(-skipSeconds), l: () => skip(skipSeconds) }[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toggle, skip])
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null
  )
}
