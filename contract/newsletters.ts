import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { EmailAddress } from './person.ts'
import { Count, Said } from './users.ts'

export const frequencies = ['daily', 'weekly'] as const

/** One thing that one address gets mail about: a category, a publication or an author. */
export const Subscription = z.object({
  uuid: z.string().default(''),
  email: z.string().default(''),
  about: z.string().default('').describe('in words, e.g. `Technology, weekly`'),
  category: z.string().nullable().default(null),
  frequency: z.string().default('weekly'),
  following_publication: z.string().nullable().default(null),
  following_author: z.string().nullable().default(null).describe("the author's uuid"),
  author_name: z.string().nullable().default(null),
  confirmed: z.boolean().default(true),
})
export type Subscription = z.infer<typeof Subscription>

/** What the pages of a mail's links show before anything is done. */
export const SubscriptionLink = z.object({
  email: z.string().describe('shortened, e.g. `a…@example.com`'),
  /** What this one is about, in words, e.g. `Technology, weekly`. */
  about: z.string(),
  confirmed: z.boolean(),
  ended: z.boolean().default(false),
  refusable: z.boolean().default(false).describe('unsubscribing also means: do not ask this address again'),
  /** Everything of this address that waits for its confirmation, in words. */
  pending: z.array(z.string()),
})
export type SubscriptionLink = z.infer<typeof SubscriptionLink>

const uuidParam = z.object({ uuid: z.string().max(64) })
const unset = z.literal('').transform(() => undefined)

export const newsletters = defineEndpoints({
  subscribe: {
    method: 'POST',
    path: '/newsletters/subscribe',
    summary: 'Subscribes an address; every address but the proven one of the caller is asked by mail first',
    body: z.object({
      email: EmailAddress,
      category: z.union([unset, z.string().max(64)]).nullish(),
      frequency: z.union([unset, z.enum(frequencies)], { error: 'Choose daily or weekly.' }).nullish(),
      following_publication: z
        .union([unset, z.string().max(200)])
        .nullish()
        .describe('slug or name'),
      following_author: z
        .union([unset, z.string().max(254)])
        .nullish()
        .describe('uuid or email'),
      website: z.string().max(2_000).optional().describe('a trap for programs that fill in every field: leave it out'),
    }),
    response: Said,
    problems: ['bad_request', 'already_subscribed', 'too_many_requests'],
  },
  ofEmail: {
    method: 'GET',
    path: '/newsletters/subscriptions/:email',
    summary: "An address's subscriptions, for its owner and administrators",
    params: z.object({ email: z.string().max(320) }),
    response: z.array(Subscription),
    auth: 'user',
    problems: ['unauthenticated', 'not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unfollowAuthor: {
    method: 'DELETE',
    path: '/newsletters/unsubscribe/author',
    summary: 'Ends the following of an author, by uuid or email',
    body: z.object({
      authorEmail: z.union([unset, z.string().max(254)]).nullish(),
      authorUuid: z.union([unset, z.string().max(64)]).nullish(),
      userEmail: z.string({ error: 'The address that follows is needed.' }).max(320),
    }),
    response: Said,
    auth: 'user',
    problems: ['bad_request', 'unauthenticated', 'not_found', 'too_many_requests'],
  },
  link: {
    method: 'GET',
    path: '/newsletters/subscription/:uuid',
    summary: "What a mail's link is about; changes nothing",
    params: uuidParam,
    response: SubscriptionLink,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  confirm: {
    method: 'GET',
    path: '/newsletters/confirm/:uuid',
    summary: 'Confirms what an address has asked for; acts only for `Accept: application/json`, else leads to the page',
    params: uuidParam,
    response: Said,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unsubscribe: {
    method: 'GET',
    path: '/newsletters/unsubscribe/:uuid',
    summary: 'Ends a subscription; acts only for `Accept: application/json`, else leads to the page',
    params: uuidParam,
    query: z.object({ all: z.enum(['true', 'false']).optional().describe('everything of this address') }),
    response: Said,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unsubscribeAtOnce: {
    method: 'POST',
    path: '/newsletters/unsubscribe/:uuid/one-click',
    summary: "A mail program's own unsubscribe button (RFC 8058)",
    params: uuidParam,
    response: Said,
    problems: ['too_many_requests'],
    hasSecretPath: true,
  },
  count: {
    method: 'GET',
    path: '/newsletters/count',
    summary: 'How many addresses have asked for anything',
    response: Count,
    auth: 'admin',
    problems: ['unauthenticated', 'forbidden'],
  },
  countConfirmed: {
    method: 'GET',
    path: '/newsletters/count/confirmed',
    summary: 'How many addresses get something',
    response: Count,
    auth: 'admin',
    problems: ['unauthenticated', 'forbidden'],
  },
})
