// All that the server in front needs of the table of calls. It is written out, because the table brings every schema with
// it, and they would take a third of that process's memory; a test compares both.

const listQuery = ['cursor', 'limit', 'include', 'ends'] as const

/** The calls whose answers are kept like pages. Others that are the same for all could be requested without end. */
export const keptCalls: readonly { path: string; query?: readonly string[]; keep?: false }[] = [
  { path: '/contents/search', query: ['cursor', 'limit', 'content'], keep: false },
  { path: '/contents', query: listQuery },
  { path: '/contents/category/:category', query: listQuery },
  { path: '/contents/publication/:publication', query: listQuery },
  { path: '/contents/author/:uuid', query: listQuery },
  { path: '/contents/record/count' },
  { path: '/contents/slug/:slug' },
]

/** The beginnings of the paths that end in a secret, which no log may name. */
export const secretBeginnings = [
  '/reading-list/podcast/',
  '/newsletters/subscriptions/',
  '/newsletters/subscription/',
  '/newsletters/confirm/',
  '/newsletters/unsubscribe/',
  '/newsletters/preferences/',
  '/users/reset-password/',
  '/users/invitation/',
]

/** How long the file of a call may take to arrive, in milliseconds. */
export const fileTimesMs: Readonly<Record<string, number>> = {
  '/uploads': 150_000,
  '/newsletters/bounces': 5_000,
  '/newsletters/subscribers/import': 900_000,
}
