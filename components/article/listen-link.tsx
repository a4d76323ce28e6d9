'use client'

import { type ComponentType, type MouseEvent, useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import type { Narration } from '#contract/stories.ts'

type Props = { narration: Narration; title: string; author: string }
type Player = ComponentType<Props & { onClose: () => void }>

/** Opens the player, which is loaded only then; without scripts, or without a network for them, the file itself. */
export function ListenLink(props: Props) {
  const { url, duration_ms } = props.narration
  const [Player, setPlayer] = useState<Player>()

  function listen(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    import('#components/podcast/story-player.tsx').then(
      ({ StoryPlayer }) => setPlayer(() => StoryPlayer),
      () => location.assign(url),
    )
  }

  return (
    <>
      <a
        href={url}
        // If it is pressed before the scripts load, it waits for them.
        data-scripted=""
        onClick={listen}
        className="no-print inline-flex min-h-11 items-center gap-2 self-start text-ui text-soft hover:text-ink"
      >
        <Icon name="play" size={18} />
        Listen to this story
        <span className="text-small text-faint">{Math.max(1, Math.round(duration_ms / 60_000))} min</span>
      </a>
      {Player && <Player {...props} onClose={() => setPlayer(undefined)} />}
    </>
  )
}
