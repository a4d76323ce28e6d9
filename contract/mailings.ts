import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { EmailAddress } from './person.ts'
import { Said } from './users.ts'

const mailingReasons = ['no_author', 'suspended', 'unproven', 'new_author', 'one_a_day'] as const
/** Why a story does not go to everyone immediately. */
const MailingReason = z
  .enum(mailingReasons)
  .nullable()
  .describe(
    'why it does not go to everyone immediately. `unproven`: the author has not confirmed the email address; ' +
      '`new_author`: an administrator has not approved the author, who does not have three stories published for a ' +
      'week either; `one_a_day`: another story of the author goes to subscribers today',
  )

/** The state of emailing a story. */
export const Mailing = z.object({
  state: z
    .enum(['none', 'refused', 'held', 'declined', 'sent'])
    .describe(
      '`none`: it was published without Send Newsletter; `refused`: it is emailed to nobody; `held`: it goes to ' +
        'followers, and to the subscribers of its category once an administrator agrees; `declined`: an administrator ' +
        'said no to that; `sent`: it goes to all of them',
    ),
  reason: MailingReason,
  category: z.string().describe('the name of the category to whose subscribers it goes, or would'),
  is_under_way: z.boolean().describe('emails are still going out, or about to'),
  sent: z.int().describe('emails that the mail server has accepted so far'),
  sent_at: z.string().nullable().describe('when the first of them were sent'),
})
export type Mailing = z.infer<typeof Mailing>

/** A story that waits for an administrator before it goes to the subscribers of its category. */
export const HeldStory = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  version: z.int(),
  author: z.object({ uuid: z.string(), name: z.string() }),
  is_approved: z.boolean().describe('the stories of this author need no further word'),
  reason: MailingReason,
  held_at: z.string(),
  subscribers: z.int().describe('how many get an email if it is sent now'),
  isExact: z.boolean().describe('otherwise an upper limit'),
})
export type HeldStory = z.infer<typeof HeldStory>

/** The email about a story; the links of its recipients are left out. */
export const StoryEmail = z.object({
  from: z.string().describe('the name of its sender'),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
export type StoryEmail = z.infer<typeof StoryEmail>

const StoryId = z.object({ id: z.string().min(1).max(64) })

export const mailings = defineEndpoints({
  audience: {
    call: 'GET /newsletters/audience',
    summary: 'How many people a story of the caller would be emailed to when it is published',
    query: z.object({
      category: z.string().max(64).optional(),
      publication: z.string().max(200).optional().describe('slug or name'),
      story: z.string().max(64).optional().describe('its id, if it has one'),
    }),
    response: z.object({
      count: z.int().describe('emailed immediately'),
      isExact: z
        .boolean()
        .describe('otherwise an upper limit: a person who follows for several reasons is counted for each'),
      sent_at: z.string().nullable().describe('when this story was emailed; it is never emailed again'),
      reach: z
        .enum(['everyone', 'followers', 'nobody'])
        .describe(
          '`followers`: to the subscribers of the category only once an administrator agrees; `nobody`: it is published and not emailed',
        ),
      reason: MailingReason,
    }),
    auth: 'user',
    problems: ['not_found'],
  },
  ofStory: {
    call: 'GET /contents/:id/mailing',
    summary: 'What became of emailing a story; for its author and administrators',
    params: StoryId,
    response: Mailing,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  email: {
    call: 'GET /contents/:id/email',
    summary: 'The email about a story as its recipients get it, also of a draft; for its author and administrators',
    params: StoryId,
    response: StoryEmail,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  whyNoEmail: {
    call: 'GET /newsletters/why-no-email',
    summary: 'Why an address got no email about a story, in one sentence; or when it got one',
    query: z.object({
      email: EmailAddress,
      story: z
        .string({ error: 'Please enter a story.' })
        .trim()
        .min(1, 'Please enter a story.')
        .max(500)
        .describe('its id, slug or address'),
    }),
    response: z.object({ answer: z.string() }),
    auth: 'admin',
  },
  held: {
    call: 'GET /newsletters/held',
    summary: 'Stories that wait for an administrator before they go to the subscribers of their category, newest first',
    query: z.object(pageQuery()),
    response: z.array(HeldStory),
    auth: 'admin',
  },
  sendHeld: {
    call: 'POST /newsletters/held/:id/send',
    summary: 'Emails a held story to the subscribers of its category who have not had it',
    params: StoryId,
    body: z.object({
      version: z.int({ error: 'Say which version of the story you have seen.' }).describe('the version that was seen'),
    }),
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'conflict'],
  },
  declineHeld: {
    call: 'POST /newsletters/held/:id/decline',
    summary: 'Keeps a held story from the subscribers of its category for good, in digests too',
    params: StoryId,
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'conflict'],
  },
})
