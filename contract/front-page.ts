import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ListedStory } from './stories.ts'
import { Said } from './users.ts'

/** Nothing stays on top for ever. */
export const pinDaysMost = 90
const frontPlaces = ['lead', 'second'] as const

/** A story that an administrator has pinned to the top of the front page. */
export const Pin = z.object({
  place: z.enum(frontPlaces).describe('`lead` is the large one; there are two of `second`'),
  story: z.object({
    _id: z.string(),
    slug: z.string(),
    title: z.string(),
    author_name: z.string(),
  }),
  ends_at: z.string().describe('from then on it counts no more'),
  is_shown: z.boolean().describe('false while the story is not public, or its author is suspended'),
})
export type Pin = z.infer<typeof Pin>

/** An author whose stories stand in lists only: with fewer than three published ones, and not approved. */
export const NewAuthor = z.object({
  uuid: z.string(),
  name: z.string(),
  email_proven: z.boolean().describe('only then they can be approved'),
  stories: z.int().describe('published ones'),
  newest: z.object({ slug: z.string(), title: z.string(), published_at: z.string() }),
})
export type NewAuthor = z.infer<typeof NewAuthor>

const StoryId = z.object({ id: z.string().min(1).max(200) })

export const frontPage = defineEndpoints({
  show: {
    call: 'GET /front-page',
    summary:
      'The stories at the top of the front page, the lead first: what is pinned, then the newest of known authors, one of each',
    response: z.object({
      top: z.array(ListedStory).describe('at most three'),
      ends_at: z.string().nullable().describe('when the first of the pins ends; null without pins'),
    }),
    sameForAll: true,
  },
  pins: {
    call: 'GET /front-page/pins',
    summary: 'The stories that are pinned to the top of the front page, the lead first',
    response: z.array(Pin),
    auth: 'admin',
  },
  pin: {
    call: 'PUT /front-page/pins/:id',
    summary: 'Pins a published story to the front page, or changes its place and end; says what it replaces',
    params: StoryId.describe('the id or a slug of the story'),
    body: z.object({
      place: z.enum(frontPlaces, { error: 'The place is lead or second.' }),
      ends_at: z.iso
        .datetime({ error: 'Please say until when, as in 2026-01-31T00:00:00Z.' })
        .max(40)
        .describe(`in the future, at most ${pinDaysMost} days from now`),
    }),
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  unpin: {
    call: 'DELETE /front-page/pins/:id',
    summary: 'Takes a story off the top of the front page',
    params: StoryId,
    response: Said,
    auth: 'admin',
    problems: ['not_found'],
  },
  newAuthors: {
    call: 'GET /front-page/new-authors',
    summary: 'Authors of the newest 1,000 stories who are not known yet, the last published first; at most 100',
    response: z.array(NewAuthor),
    auth: 'admin',
  },
})
