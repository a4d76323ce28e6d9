import type { Context } from '../context.ts'
import { type Part, splitText } from '../speech/split-text.ts'
import type { PodcastRow } from './repository.ts'

/** What is read aloud, part by part. */
export type SpokenText = { title: string; parts: Part[] }

/** A podcast's text; nothing where it reads a story that is not public any more. */
export async function textOf(_ctx: Pick<Context, 'db'>, { title, text }: PodcastRow): Promise<SpokenText | undefined> {
  return text === null ? undefined : { title, parts: splitText(text) }
}
