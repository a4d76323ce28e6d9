import type { Frequency } from '#contract/newsletters.ts'

/** How often newsletters come, as people choose it, and what that means. */
export const frequencyWords: Record<Frequency, { label: string; means: string }> = {
  daily: { label: 'Every day', means: 'One email each morning with everything new.' },
  weekly: { label: 'Every week', means: 'One email a week with everything new.' },
  published: { label: 'As published', means: 'An email for each story, when it appears and its author sends it out.' },
}

/** In the order in which they are offered. */
export const frequencyNames = Object.keys(frequencyWords) as Frequency[]
