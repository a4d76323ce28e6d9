const audioName = /^\/audio\/([0-9a-f]{32})\.(mp3|vtt|json)$/

/** The sound, its transcript (WebVTT), its chapters (Podcasting 2.0). */
export type AudioFile = { id: string; kind: 'mp3' | 'vtt' | 'json' }

/** The address of the file with this id. Ids can't be guessed, so anyone who knows one may listen. */
export function audioAddress({ id, kind }: AudioFile): string {
  return `/audio/${id}.${kind}`
}

/** The file that an address names; undefined if it is none of these. */
export function parseAudioAddress(path: string): AudioFile | undefined {
  const [, id, kind] = audioName.exec(path) ?? []
  return id && kind ? { id, kind: kind as AudioFile['kind'] } : undefined
}
