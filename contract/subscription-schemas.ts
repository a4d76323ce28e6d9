import { z } from 'zod'
import { frequencies } from './frequencies.ts'

/** One thing that one address gets emails about: a category, a publication or an author. */
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

/** The data that a page behind an email's link shows before the reader does anything. */
export const SubscriptionLink = z.object({
  email: z.string().describe('shortened, e.g. `a…@example.com`'),
  /** Its subject, in words, e.g. `Technology, weekly`. */
  about: z.string(),
  category: z.string().nullable().default(null),
  following_publication: z.string().nullable().default(null).describe('its slug, as long as it exists'),
  following_author: z.string().nullable().default(null).describe("the author's uuid"),
  confirmed: z.boolean(),
  ended: z.boolean().default(false),
  confirmable: z.boolean().default(true).describe('its button can confirm something, or has done so'),
  refusable: z
    .boolean()
    .default(false)
    .describe('unsubscribing also stops further confirmation requests to this address'),
  /** Everything of this address that waits for its confirmation, in words. */
  pending: z.array(z.string()),
  /** All daily and weekly digests of this address, in words. */
  digests: z.array(z.string()).default([]),
})
export type SubscriptionLink = z.infer<typeof SubscriptionLink>

/** The subscriptions of an address and how often each is sent, for anyone who opens a link in one of its emails. */
export const Preferences = z.object({
  email: z.string().describe('shortened, e.g. `a…@example.com`'),
  time_zone: z.string(),
  paused_until: z.string().nullable().default(null).describe('nothing is sent before then'),
  subscriptions: z.array(
    z.object({
      uuid: z.string(),
      about: z.string().describe('in words and without the frequency, e.g. `Technology`'),
      frequency: z.enum(frequencies),
      confirmed: z.boolean(),
    }),
  ),
})
export type Preferences = z.infer<typeof Preferences>

/** A proof-of-work challenge that a browser solves before it may subscribe another address; the solution goes into `altcha`. */
export const Challenge = z.object({
  algorithm: z.literal('SHA-256'),
  /** The hash of `salt` and a number up to `maxnumber`. */
  challenge: z.string(),
  maxnumber: z.int(),
  salt: z.string(),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>
