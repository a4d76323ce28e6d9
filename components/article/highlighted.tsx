import type { Segment } from '#contract/stories.ts'

/** Text with the words that were looked for marked; text nodes only, never markup. */
export function Highlighted({ segments }: { segments: readonly Segment[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change their order
  return segments.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text))
}
