import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ImageAddress, PersonName, StoredImage } from './person.ts'

export const Publication = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string().default(''),
  image: StoredImage,
  owner_uuid: z.string().nullable().default(null),
  owner_name: z.string().default(''),
})
export type Publication = z.infer<typeof Publication>

const Description = z.string().max(1_000, 'A description has at most 1000 characters.')
const OnePublication = z.object({ publication: Publication })

export const publications = defineEndpoints({
  create: {
    call: 'POST /publications',
    summary:
      'A new publication of the caller’s, whose address is proven; at most three a day. A taken name answers code 11000',
    body: z.object({ name: PersonName, description: Description.optional(), image: ImageAddress.nullish() }),
    response: OnePublication,
    auth: 'user',
    problems: ['forbidden', 'exists_already', 'too_many_requests'],
  },
  update: {
    call: 'PUT /publications/:publication',
    summary: 'Changes what is named; for its owner and administrators. Its slug stays',
    params: z.object({ publication: z.string().min(1).max(200) }),
    body: z.object({ name: PersonName.optional(), description: Description.optional(), image: ImageAddress.nullish() }),
    response: OnePublication,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'exists_already'],
  },
  list: {
    call: 'GET /publications',
    summary: 'All publications by name',
    query: z.object({
      cursor: z.string().min(1).max(1_200).optional().describe('opaque; taken from the Link header'),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
      with_stories: z.literal('true').optional().describe('only those with a published story'),
    }),
    response: z.array(Publication),
    sameForAll: true,
  },
  ofUser: {
    call: 'GET /publications/user',
    summary: 'The publications of the caller',
    response: z.array(Publication),
    auth: 'user',
  },
  byName: {
    call: 'GET /publications/:publication',
    summary: 'One publication, by its slug or its name',
    params: z.object({ publication: z.string().min(1).max(200) }),
    response: Publication,
    problems: ['not_found'],
    sameForAll: true,
  },
})
