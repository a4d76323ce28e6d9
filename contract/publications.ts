import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ImageAddress, PersonName, StoredImage } from './person.ts'
import { publicationDescriptionMost, storyLimits } from './text-limits.ts'
import { Count, Said } from './users.ts'

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

/** With what its page says about its stories. */
export const PublicationPage = Publication.extend({
  story_count: z.int().default(0).describe('how many published stories it has'),
  categories: z.array(z.string()).default([]).describe('of its published stories, the most frequent first'),
})
export type PublicationPage = z.infer<typeof PublicationPage>

const Description = z
  .string()
  .trim()
  .max(publicationDescriptionMost, `A description has at most ${publicationDescriptionMost} characters.`)
const Slug = z.string().trim().max(storyLimits.slug, `An address has at most ${storyLimits.slug} characters.`)
const OneOf = z.object({ publication: z.string().min(1).max(200).describe('its slug, a former one, or its name') })
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
    summary:
      'Changes what is named; for its owner and administrators. A new slug at most three times a day; the old one leads to it',
    params: OneOf,
    body: z.object({
      name: PersonName.optional(),
      description: Description.optional(),
      image: ImageAddress.nullish(),
      slug: Slug.optional(),
    }),
    response: OnePublication,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'exists_already', 'too_many_requests'],
  },
  remove: {
    call: 'DELETE /publications/:publication',
    summary:
      'Deletes a publication, for its owner and administrators: its stories stay, without a publication, and its subscriptions end',
    params: OneOf,
    response: Said,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  subscriberCount: {
    call: 'GET /publications/:publication/subscribers',
    summary: 'How many confirmed subscriptions it has, for its owner and administrators; never whose',
    params: OneOf,
    response: Count,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  list: {
    call: 'GET /publications',
    summary: 'The publications with a published story, by name',
    query: z.object({
      cursor: z.string().min(1).max(1_200).optional().describe('opaque; taken from the Link header'),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
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
    summary: 'One publication, by its slug, a former one, or its name',
    params: OneOf,
    response: PublicationPage,
    problems: ['not_found'],
    sameForAll: true,
  },
})
