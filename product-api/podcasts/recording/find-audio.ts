import { Readable } from 'node:stream'
import { parseAudioAddress } from '#contract/audio-address.ts'
import type { FilePart } from '#files/storage.ts'
import type { Context } from '#platform/context.ts'
import * as repository from './repository.ts'
import { audioName } from './speech-files.ts'
import { writeChapters } from './write-chapters.ts'
import { writeTranscript } from './write-transcript.ts'

export type AudioFile = {
  /** Another one for every other content. */
  tag: string
  type: string
  bytes: number
  open: (part?: FilePart) => Promise<{ content: Readable; bytes: number } | undefined>
}

/** The sound, the transcript or the chapters that an address names, if it may be heard. */
export async function findAudioFile(ctx: Context, file: string): Promise<AudioFile | undefined> {
  const asked = parseAudioAddress(`/audio/${file}`)
  const audio = asked && (await repository.findAudio(ctx.db, asked.id))
  if (!audio) return undefined
  const { id, bytes, cues } = audio
  if (asked.kind === 'mp3') {
    return { tag: id, type: 'audio/mpeg', bytes, open: (part) => ctx.files.storage.get(audioName(id), part) }
  }
  const [written, type] =
    asked.kind === 'vtt'
      ? [writeTranscript(cues), 'text/vtt; charset=utf-8']
      : [writeChapters(cues), 'application/json+chapters']
  const whole = Buffer.from(written)
  const open = async (part?: FilePart) => {
    const content = part ? whole.subarray(part.start, part.end + 1) : whole
    return { content: Readable.from([content]), bytes: content.length }
  }
  return { tag: `${id}-${asked.kind}`, type, bytes: whole.length, open }
}
