/** Why readers may report a story: the names stay, because the database has them. */
export const reportReasons = ['spam', 'hate', 'harm', 'copied', 'false', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** The words that readers choose and administrators read. */
export const reasonWords: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  hate: 'Hate or harassment',
  harm: 'Violence or danger to someone',
  copied: 'Copied from someone else',
  false: 'False information that does harm',
  other: 'Something else',
}

/** The longest note with a report. */
export const reportNoteMost = 300
