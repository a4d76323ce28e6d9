/** The names of files of speech in the storage. */
export function segmentName(key: string): string {
  return `speech/${key.slice(0, 2)}/${key}.mp3`
}

export function audioName(id: string): string {
  return `audio/${id.slice(0, 2)}/${id}.mp3`
}
