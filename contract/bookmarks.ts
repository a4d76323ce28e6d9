import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ListedStory, Page } from './stories.ts'
import { searchTextMost } from './text-limits.ts'

const Id = z.string().min(1).max(64)

/** A saved story: the bookmark and the story as lists show it. */
const Bookmark = ListedStory.extend({ articleId: z.string(), saved_at: z.string() })
export type Bookmark = z.infer<typeof Bookmark>

const Saved = z.object({ articleId: z.string(), userId: z.string(), bookmarked: z.boolean() })

/** A reader's own, and administrators'; for anyone else they don't exist. */
export const bookmarks = defineEndpoints({
  check: {
    call: 'GET /bookmarks/check/:userId/:articleId',
    summary: 'Whether a person has saved a story',
    params: z.object({ userId: Id, articleId: Id }),
    response: z.object({ bookmarked: z.boolean() }),
    auth: 'user',
    problems: ['not_found'],
  },
  add: {
    call: 'POST /bookmarks',
    summary: 'Saves a published story; twice changes nothing',
    body: z.object({ articleId: Id, userId: Id }),
    response: Saved,
    auth: 'user',
    problems: ['not_found', 'too_many_requests'],
  },
  remove: {
    call: 'DELETE /bookmarks/:userId/:articleId',
    summary: 'Removes a story from a person’s saved stories; twice changes nothing',
    params: z.object({ userId: Id, articleId: Id }),
    response: Saved,
    auth: 'user',
    problems: ['not_found'],
  },
  ofUser: {
    call: 'GET /bookmarks/user/:userId',
    summary: 'The published stories that a person has saved, the last saved first',
    params: z.object({ userId: Id }),
    query: Page.extend({
      cursor: z.string().min(1).max(1_400).optional().describe('opaque; taken from the Link header'),
      search: z.string().max(searchTextMost).optional().describe('words of the title, the subtitle or the author'),
      order: z.enum(['saved', 'published', 'title']).default('saved'),
    }),
    response: z.array(Bookmark),
    auth: 'user',
    problems: ['not_found'],
  },
})
