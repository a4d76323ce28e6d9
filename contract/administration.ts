import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

const adminProblems = ['bad_request', 'unauthenticated', 'forbidden'] as const
const Page = {
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
}

/** A story in whatever state, as administrators see it in a list. */
export const StorySummary = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  author: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('null where the account is gone'),
  state: z.enum(['published', 'draft', 'planned', 'deleted']),
  updated_at: z.string(),
  published_at: z.string().nullable(),
  publish_at: z.string().nullable().describe('when it, or what is written beside it, publishes itself'),
  deleted_at: z.string().nullable(),
  restorable_until: z.string().nullable().describe('until when a deleted story can be brought back'),
})
export type StorySummary = z.infer<typeof StorySummary>

export const administration = defineEndpoints({
  stories: {
    method: 'GET',
    path: '/dashboard/stories',
    summary: 'Stories in whatever state, by the newest change, by words of the title or the author or by the address',
    query: z.object({
      query: z.string().max(500).optional().describe('words, a slug or an address of a story'),
      state: z.enum(['all', 'published', 'draft', 'planned', 'deleted']).default('all'),
      ...Page,
    }),
    response: z.array(StorySummary),
    auth: 'admin',
    problems: adminProblems,
  },
})
