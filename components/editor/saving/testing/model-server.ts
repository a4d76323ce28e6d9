import { CallFailure } from '#lib/browser/call-failure.ts'
import type { SaveEffect, ServerVersion } from '../save-state.ts'
import { type StoryText, textOf } from '../story-text.ts'
import { wordsOf } from './merge-paragraphs.ts'

type Send = Extract<SaveEffect, { type: 'send' }>
type Story = { id: string; draftKey: string | undefined; text: StoryText; version: number; isDraft: boolean }
export type Answer =
  | { ok: { storyId: string; slug: string; version: number } }
  | { copy: ServerVersion }
  | { refusal: CallFailure }

/** A server's promises: a version on every write, a stale one refused with the current one, one story for each key. */
export class ModelServer {
  readonly stories: Story[] = []
  /** Texts that were overwritten without a merge; must stay empty. */
  readonly lost: string[] = []
  /** Its reaction if a story is made again: answers that it exists, or refuses with the current one. */
  readonly repeated: 'answers' | 'refuses'

  constructor(repeated: 'answers' | 'refuses' = 'answers') {
    this.repeated = repeated
  }

  add(text: StoryText, draftKey?: string): Story {
    const story = { id: `story-${this.stories.length + 1}`, draftKey, text, version: 1, isDraft: true }
    this.stories.push(story)
    return story
  }

  find(id: string): Story {
    const story = this.stories.find((one) => one.id === id)
    if (!story) throw new Error(`no ${id}`)
    return story
  }

  words(): Set<string> {
    return new Set(this.stories.flatMap(({ text }) => wordsOf(text)))
  }

  answer({ kind, target, text }: Send): Answer {
    if ('draftKey' in target) {
      const there = this.stories.find(({ draftKey }) => draftKey === target.draftKey)
      if (there && this.repeated === 'refuses') return stale(there)
      return written(there ?? this.add(text, target.draftKey))
    }
    const story = this.find(target.storyId)
    if (kind === 'load') return { copy: copyOf(story) }
    if (story.version !== target.version) return stale(story)
    this.write(story, text, kind === 'publish')
    return written(story)
  }

  write(story: Story, text: StoryText, publishes = false): void {
    const after = new Set(wordsOf(text))
    this.lost.push(...wordsOf(story.text).filter((word) => !after.has(word)))
    story.text = text
    story.version++
    if (publishes) story.isDraft = false
  }
}

/** Only the text is the same object that was sent. */
export function copyOf({ id, text, version, isDraft }: Story): ServerVersion {
  return { ...textOf(text), _id: id, slug: `slug-of-${id}`, version, isDraft }
}

function written({ id, version }: Story): Answer {
  return { ok: { storyId: id, slug: `slug-of-${id}`, version } }
}

function stale(story: Story): Answer {
  return { refusal: new CallFailure(409, 'The story was changed', { code: 'conflict', current: copyOf(story) }) }
}
