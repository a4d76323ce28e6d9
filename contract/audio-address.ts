const audioName = /^\/audio\/([0-9a-f]{32})\.(mp3|vtt|json)$/

/** The sound, its transcript (WebVTT), its chapters (Podcasting 2.0). */
export type AudioFile = { id: string; kind: 'mp3' | 'vtt' | 'json' }

/** Where a file of an id is. Nobody guesses an id: whoever knows it may listen. */
export function audioAddress({ id, kind }: AudioFile): string {
  return `/audio/${id}.${kind}`
}

/** What an address names; nothing where it is none of these. */
export function parseAudioAddress(path: string): AudioFile | undefined {
  const [, id, kind] = audioName.exec(path) ?? []
  return id && kind ? { id, kind: kind as AudioFile['kind'] } : undefined
}
