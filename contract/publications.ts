import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

export const Publication = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().default(''),
  owner_uuid: z.string().nullable().default(null),
  owner_name: z.string().default(''),
})
export type Publication = z.infer<typeof Publication>

export const publications = defineEndpoints({
  list: {
    method: 'GET',
    path: '/publications',
    summary: 'All publications by name',
    query: z.object({
      cursor: z.string().min(1).max(1_200).optional().describe('opaque; taken from the Link header'),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
    }),
    response: z.array(Publication),
    problems: ['bad_request'],
    sameForAll: true,
  },
  ofUser: {
    method: 'GET',
    path: '/publications/user',
    summary: 'The publications of the caller',
    response: z.array(Publication),
    auth: 'user',
    problems: ['unauthenticated'],
  },
  byName: {
    method: 'GET',
    path: '/publications/:publication',
    summary: 'One publication, by its slug or its name',
    params: z.object({ publication: z.string().min(1).max(200) }),
    response: Publication,
    problems: ['not_found'],
    sameForAll: true,
  },
})
