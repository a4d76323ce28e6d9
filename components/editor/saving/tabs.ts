import type { Theirs } from '#lib/saving/save-state.ts'

type News = { person: string; current: Theirs }

const lockName = (tab: string) => `writing:${tab}`

/** Says to other tabs that this one lives, until it is let go or crashes. */
export function holdTab(tab: string): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  navigator.locks?.request(lockName(tab), () => held).catch(() => {})
  return letGo
}

/** The tabs that live. A browser without locks knows of none: their texts meet by merging then. */
export async function isTabAlive(): Promise<(tab: string) => boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (tab) => names.has(lockName(tab))
}

/** Resolves when an open tab has closed. @throws DOMException when `signal` aborts. */
export async function whenTabEnds(tab: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockName(tab), { signal, mode: 'shared' }, () => undefined)
}

/** Tells this person's other tabs of a story what was saved, and hears it from them. */
export function storyChannel(storyId: string, person: string, hear: (current: Theirs) => void) {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(`story:${storyId}`)
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.person === person) hear(data.current)
  }
  return {
    tell: (current: Theirs) => channel.postMessage({ person, current } satisfies News),
    close: () => channel.close(),
  }
}
