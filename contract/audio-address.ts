const audioName = /^\/audio\/([0-9a-f]{32})\.(mp3|vtt)$/

export type AudioFile = { id: string; kind: 'mp3' | 'vtt' }

/** Where the sound of an id is, or its transcript. Nobody guesses an id: whoever knows it may listen. */
export function audioAddress({ id, kind }: AudioFile): string {
  return `/audio/${id}.${kind}`
}

/** What an address names; nothing where it is none of these. */
export function parseAudioAddress(path: string): AudioFile | undefined {
  const [, id, kind] = audioName.exec(path) ?? []
  return id && kind ? { id, kind: kind as AudioFile['kind'] } : undefined
}
