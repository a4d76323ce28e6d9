/** A frequency that comes as a digest. */
type Digest = {
  /** The days that it covers, at least. */
  days: number
  /** The day on which it comes (0 for Sunday); null for every day. */
  weekday: number | null
  /** Ends the title of its email, e.g. `Fiction, this week`. */
  span: string
  /** Its name for administrators. */
  name: string
}

/**
 * How often the emails of a subscription come, in the order in which forms offer it. All of a frequency is here and in
 * the database (see `product-api/subscriptions/frequencies.test.ts`); decision 023 has the reasons.
 */
export const frequencyTable = {
  daily: {
    words: 'daily',
    label: 'Every day',
    means: 'One email each morning with everything new.',
    digest: { days: 1, weekday: null, span: 'today', name: 'Daily' },
  },
  weekly: {
    words: 'weekly',
    label: 'Every week',
    means: 'One email a week with everything new.',
    digest: { days: 7, weekday: 1, span: 'this week', name: 'Weekly' },
  },
  published: {
    words: 'as published',
    label: 'As published',
    means: 'An email for each story, when it appears and its author sends it out.',
    digest: null,
  },
} as const satisfies Record<string, { words: string; label: string; means: string; digest: Digest | null }>

export type Frequency = keyof typeof frequencyTable
/** Those that come as a digest; the others come as an email for each story. */
export type DigestFrequency = {
  [F in Frequency]: (typeof frequencyTable)[F]['digest'] extends null ? never : F
}[Frequency]

type AtLeastOne<T> = [T, ...T[]]

export const frequencies = Object.keys(frequencyTable) as AtLeastOne<Frequency>
export const digestFrequencies = frequencies.filter(isDigest) as AtLeastOne<DigestFrequency>
export const immediateFrequencies = frequencies.filter((frequency) => !isDigest(frequency))

export function isDigest(frequency: Frequency): frequency is DigestFrequency {
  return frequencyTable[frequency].digest !== null
}

/**
 * The frequency of a subscription that none was chosen for: followers get each story at once; a category has too many
 * stories for that, and `ofSite` is what the site's administrators have set for it.
 */
export function usualFrequency({ isOfCategory, ofSite }: { isOfCategory: boolean; ofSite: Frequency }): Frequency {
  return isOfCategory ? ofSite : 'published'
}

/** E.g. `Choose daily or weekly.`: the fault of a field with anything else. */
export function chooseFrequency(of: readonly Frequency[]): string {
  return `Choose ${listFrequencies(of, 'disjunction')}.`
}

/** E.g. `daily and weekly`. */
export function listFrequencies(of: readonly Frequency[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(of)
}
