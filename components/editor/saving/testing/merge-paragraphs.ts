import { emptyStory, type StoryText } from '../story-text.ts'

/** A story whose paragraphs are lines. */
export function aText(...paragraphs: string[]): StoryText {
  return { ...emptyStory, title: 'A Lift at Night', category: 'fiction', content: paragraphs.join('\n') }
}

/** A merge like the editor's, for stories of lines: changes to different lines merge, changes to the same line collide. */
export function mergeParagraphs(base: StoryText, mine: StoryText, theirs: StoryText) {
  const [was = [], ours = [], other = []] = [base, mine, theirs].map(({ content }) => content.split('\n'))
  const length = Math.max(was.length, ours.length, other.length)
  const collision: number[] = []
  const merged = Array.from({ length }, (_, line) => {
    const [before = '', here = '', there = ''] = [was[line], ours[line], other[line]]
    if (here === there || there === before) return here
    if (here === before) return there
    collision.push(line)
    return here
  })
  return collision.length > 0 ? { collision } : { text: { ...mine, content: merged.join('\n') } }
}

export function wordsOf({ content }: StoryText): string[] {
  return content.split(/\s+/).filter(Boolean)
}

/** Every word of both, line by line. */
export function allWords(a: StoryText, b: StoryText): StoryText {
  const [first = [], second = []] = [a, b].map(({ content }) => content.split('\n'))
  const lines = Array.from({ length: Math.max(first.length, second.length) }, (_, line) => {
    const words = `${first[line] ?? ''} ${second[line] ?? ''}`.split(' ').filter(Boolean)
    return [...new Set(words)].join(' ')
  })
  return { ...a, content: lines.join('\n') }
}
