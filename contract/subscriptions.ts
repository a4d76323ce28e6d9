import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { chooseFrequency, frequencies } from './frequencies.ts'
import { EmailAddress } from './person.ts'
import { Challenge, Preferences, Subscription, SubscriptionLink } from './subscription-schemas.ts'
import { Count, Said } from './users.ts'

const FrequencyWord = z.enum(frequencies, { error: chooseFrequency(frequencies) })
/** Larger scopes that an unsubscribe link may end, beyond its own subscription. */
export const endScopes = ['digests', 'all'] as const
const Email = z.object({ email: z.string().max(320) })
const Uuid = z.object({ uuid: z.string().max(64) })
const unset = z.literal('').transform(() => undefined)
/** A field of a form that may be left empty. */
const optionalText = (most: number) => z.union([unset, z.string().max(most)]).nullish()

export const subscriptions = defineEndpoints({
  subscribe: {
    call: 'POST /newsletters/subscribe',
    summary: 'Subscribes an address; any address but the caller’s own confirmed one is asked by email first',
    body: z.object({
      email: EmailAddress,
      category: optionalText(64),
      frequency: z.union([unset, FrequencyWord], { error: chooseFrequency(frequencies) }).nullish(),
      following_publication: optionalText(200).describe('slug or name'),
      following_author: optionalText(254).describe('uuid or email'),
      asked_on: optionalText(200).describe(
        'the story on whose page it was asked for: once confirmed, it counts for that story',
      ),
      as_account: z
        .boolean()
        .optional()
        .describe('only for the address of the caller’s account: without its session nothing is done'),
      time_zone: z
        .string()
        .max(64)
        .nullish()
        .describe("the subscriber's, e.g. `Europe/Berlin`; used for a new address and for your own"),
      altcha: z
        .string()
        .max(2_000)
        .nullish()
        .describe('the solution of a challenge, base64 of JSON; required after the first few from a client'),
      website: z.string().max(2_000).optional().describe('a trap for programs that fill in every field: leave it out'),
    }),
    response: Said,
    problems: ['unauthenticated', 'already_subscribed', 'challenge_needed', 'too_many_requests'],
  },
  challenge: {
    call: 'GET /newsletters/challenge',
    summary: 'A puzzle that takes about a second to compute, before one client subscribes many addresses',
    response: Challenge,
  },
  ofEmail: {
    call: 'GET /newsletters/subscriptions/:email',
    summary: "An address's subscriptions, for its owner and administrators",
    params: Email,
    response: z.array(Subscription),
    auth: 'user',
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  end: {
    call: 'DELETE /newsletters/subscriptions/:email',
    summary:
      'Ends one of the caller’s own subscriptions, by what it is about; for those whose link the list does not give',
    params: Email,
    body: z.object({
      category: optionalText(64),
      following_publication: optionalText(200).describe('slug'),
      following_author: optionalText(64).describe('uuid'),
    }),
    response: Said,
    auth: 'user',
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unfollowAuthor: {
    call: 'DELETE /newsletters/unsubscribe/author',
    summary: 'Stops following an author, by uuid or email',
    body: z.object({
      authorEmail: optionalText(254),
      authorUuid: optionalText(64),
      userEmail: z.string({ error: 'Please send the address that follows the author.' }).max(320),
    }),
    response: Said,
    auth: 'user',
    problems: ['not_found', 'too_many_requests'],
  },
  link: {
    call: 'GET /newsletters/subscription/:uuid',
    summary: 'What the link of an email is about; changes nothing',
    params: Uuid,
    response: SubscriptionLink,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  confirm: {
    call: 'GET /newsletters/confirm/:uuid',
    summary: 'Confirms what an address has asked for; acts only for `Accept: application/json`, else leads to the page',
    params: Uuid,
    response: Said,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unsubscribe: {
    call: 'GET /newsletters/unsubscribe/:uuid',
    summary: 'Ends a subscription; acts only for `Accept: application/json`, else leads to the page',
    params: Uuid,
    query: z.object({
      all: z.enum(['true', 'false']).optional().describe('everything of this address'),
      scope: z.enum(endScopes).optional().describe('all digests of this address, or everything'),
    }),
    response: Said,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  unsubscribeAtOnce: {
    call: 'POST /newsletters/unsubscribe/:uuid/one-click',
    summary: 'The unsubscribe button of an email app (RFC 8058)',
    params: Uuid,
    query: z.object({ scope: z.enum(endScopes).optional().describe('all digests of this address, or everything') }),
    response: Said,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  preferences: {
    call: 'GET /newsletters/preferences/:uuid',
    summary:
      'What an address receives, by any link of its emails, even for a subscription that has ended; changes nothing',
    params: Uuid,
    response: Preferences,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  changePreferences: {
    call: 'PUT /newsletters/preferences/:uuid',
    summary: 'Changes how often and when an address receives emails; what is left out stays',
    params: Uuid,
    body: z.object({
      time_zone: z.string().max(64, 'Choose a time zone.').optional(),
      paused: z.boolean().optional().describe('`true`: nothing is sent for 30 days from now'),
      subscriptions: z
        .array(z.object({ uuid: z.string().max(64), frequency: FrequencyWord }))
        .max(1_000)
        .optional(),
    }),
    response: Preferences,
    problems: ['not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  giveReason: {
    call: 'POST /newsletters/preferences/:uuid/reason',
    summary: 'Records why a subscription was ended, and every other that ended with it',
    params: Uuid,
    body: z.object({
      reason: z
        .string({ error: 'Please write a few words.' })
        .max(600, 'Please use fewer words.')
        .transform((typed) => typed.trim())
        .pipe(z.string().min(1, 'Please write a few words.')),
    }),
    response: Said,
    problems: ['not_possible', 'not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  undoEnd: {
    call: 'POST /newsletters/preferences/:uuid/undo',
    summary: 'Restores a confirmed subscription within an hour of its end, and every other that ended with it',
    params: Uuid,
    response: Preferences,
    problems: ['not_possible', 'not_found', 'too_many_requests'],
    hasSecretPath: true,
  },
  count: {
    call: 'GET /newsletters/count',
    summary: 'How many addresses have asked for anything',
    response: Count,
    auth: 'admin',
  },
  countConfirmed: {
    call: 'GET /newsletters/count/confirmed',
    summary: 'How many addresses have a confirmed subscription',
    response: Count,
    auth: 'admin',
  },
})
