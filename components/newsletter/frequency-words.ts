import type { Frequency } from '#contract/newsletters.ts'

/** How often mail comes, as people choose it, and what that means. */
export const frequencyWords: Record<Frequency, { label: string; means: string }> = {
  daily: { label: 'Every day', means: 'One mail in the morning with everything new.' },
  weekly: { label: 'Every week', means: 'One mail a week with everything new.' },
  published: { label: 'As published', means: 'A mail for each story that its author sends, when it appears.' },
}

/** In the order in which they are offered. */
export const frequencyNames = Object.keys(frequencyWords) as Frequency[]
