import type { Context } from '#platform/context.ts'
import { findTextToRead } from '#stories/list-stories.ts'
import { spokenBlocks } from '#story-html/spoken-blocks.ts'
import { type Part, splitBlock, splitText } from '../speech/split-text.ts'
import type { PodcastRow } from './repository.ts'

/** What is read aloud, part by part. */
export type SpokenText = {
  title: string
  parts: Part[]
  /** The slug of the story that it is. */
  slug?: string
}

/** A podcast's text; undefined if it reads a story that is no longer public. */
export async function textOf(
  ctx: Pick<Context, 'db'>,
  { title, text, contentId }: Pick<PodcastRow, 'title' | 'text' | 'contentId'>,
): Promise<SpokenText | undefined> {
  if (text !== null) return { title, parts: splitText(text) }
  const story = contentId ? await findTextToRead(ctx.db, contentId) : undefined
  if (!story) return undefined
  const said = [
    ...splitBlock(story.title, 'heading'),
    ...(story.author ? splitBlock(`By ${story.author}.`, 'text') : []),
    ...spokenBlocks(story.content).flatMap((block) => splitBlock(block.text, block.kind)),
  ]
  return { title: story.title, parts: said, slug: story.slug }
}

/** A part as its transcript has it; empty if there is nothing to read in it. */
export function lineOf({ text, kind }: Pick<Part, 'text' | 'kind'>): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return kind === 'heading' ? line.replace(/^#{1,6} /, '') : line
}
