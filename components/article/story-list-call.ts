import type { CallInput } from '#lib/browser/call-bff.ts'

/** The calls that answer pages of stories. */
type StoryListName =
  | 'GET /contents'
  | 'GET /contents/category/:category'
  | 'GET /contents/publication/:publication'
  | 'GET /contents/author/:uuid'
  | 'GET /contents/search'

/** A list of stories as the browser asks for its further pages: without a cursor. */
export type StoryListCall = { [N in StoryListName]: { name: N; input: CallInput<N> } }[StoryListName]
