import type { Preferences } from '#contract/newsletters.ts'

export type Frequency = Preferences['subscriptions'][number]['frequency']

/** How often mail comes, as people choose it, and what that means. */
export const frequencyWords: Record<Frequency, { label: string; means: string }> = {
  daily: { label: 'Every day', means: 'One mail in the morning with everything new.' },
  weekly: { label: 'Every week', means: 'One mail a week with everything new.' },
  published: { label: 'As published', means: 'A mail for each story that its author sends, when it appears.' },
}
