import { type Choice, type Collision, mergeText, resolve } from '#story-html/merge.ts'
import { type StoryText, storyTextFields, textOf } from './saving/story-text.ts'

type Field = Exclude<keyof StoryText, 'content'>
type FieldCollision = { field: Field; mine: string | null; theirs: string | null }

/** The conflicts of two versions of a story: everything that merges is in `text` already. */
export type StoryCollision = {
  text: StoryText
  fields: FieldCollision[]
  /** The text in order; a place that both have edited is a collision. */
  pieces: (string | Collision)[]
}

const fields = storyTextFields.filter((field) => field !== 'content')

/** Puts two versions together that come from `base`: fields one by one, the text by paragraphs. */
export function mergeStory(
  ...versions: [base: StoryText, mine: StoryText, theirs: StoryText]
): { text: StoryText } | { collision: StoryCollision } {
  const [base, mine, theirs] = versions.map(textOf) as typeof versions
  const text = { ...mine }
  const collided: FieldCollision[] = []
  for (const field of fields) {
    if (mine[field] === theirs[field] || theirs[field] === base[field]) continue
    if (mine[field] === base[field]) setField(text, field, theirs[field])
    else collided.push({ field, mine: mine[field], theirs: theirs[field] })
  }
  const merge = mergeText(base.content, mine.content, theirs.content)
  if ('merged' in merge) {
    text.content = merge.merged
    if (collided.length === 0) return { text }
    return { collision: { text, fields: collided, pieces: merge.merged ? [merge.merged] : [] } }
  }
  return { collision: { text, fields: collided, pieces: merge.pieces } }
}

/** The writer's choices: for each field, and for each place of the text in order. */
export type StoryChoices = { fields: Partial<Record<Field, 'mine' | 'theirs'>>; places: Choice[] }

export function resolveStory(collision: StoryCollision, choices: StoryChoices): StoryText {
  const text = { ...collision.text, content: resolve(collision.pieces, choices.places) }
  for (const { field, ...sides } of collision.fields) setField(text, field, sides[choices.fields[field] ?? 'mine'])
  return text
}

function setField(text: StoryText, field: Field, value: string | null): void {
  Object.assign(text, { [field]: value })
}
