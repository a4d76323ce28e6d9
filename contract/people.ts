import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { CurrentPassword } from './users.ts'

const suspensionReasonMost = 300
/** More stories than this of one person are not counted. */
export const countedStoriesMost = 1_000

/** An account as administrators see it. */
export const AccountSummary = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  email_proven: z.boolean(),
  role: z.enum(['user', 'admin']),
  created_at: z.string(),
  last_seen_at: z.string().nullable().describe('from the current sessions; null if the person is signed in nowhere'),
  stories: z.int().describe(`that are public; not counted beyond ${countedStoriesMost}`),
  suspension: z
    .object({
      at: z.string(),
      reason: z.string(),
      by: z.string().nullable().describe('the name of the administrator'),
    })
    .nullable()
    .describe('null for an account that is not suspended'),
  mailing_approval: z
    .object({ at: z.string(), by: z.string().nullable().describe('the name of the administrator') })
    .nullable()
    .default(null)
    .describe('since when the stories of this author may go to the subscribers of their categories'),
  publishing_approval: z
    .object({ at: z.string(), by: z.string().nullable().describe('the name of the administrator') })
    .nullable()
    .default(null)
    .describe('since when this person may publish where only invited people may'),
})
export type AccountSummary = z.infer<typeof AccountSummary>

const peopleFilters = ['all', 'admins', 'suspended'] as const

const Uuid = z.object({ uuid: z.string().max(64) })

export const people = defineEndpoints({
  list: {
    call: 'GET /users',
    summary: 'People with an account, newest first, found by words of their name and email',
    query: z.object({
      query: z
        .string()
        .max(200)
        .optional()
        .describe('words of the name or the email; shorter than three letters, how one begins'),
      filter: z.enum(peopleFilters).default('all'),
      ...pageQuery(),
    }),
    response: z.array(AccountSummary),
    auth: 'admin',
  },
  suspend: {
    call: 'POST /users/:uuid/suspend',
    summary: 'Ends all sessions of an account and refuses new sign-ins until the suspension is lifted',
    params: Uuid,
    body: z.object({
      reason: z
        .string({ error: 'Please give a reason.' })
        .trim()
        .min(1, 'Please give a reason.')
        .max(suspensionReasonMost, `A reason has at most ${suspensionReasonMost} characters.`),
    }),
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found', 'already_done', 'not_possible'],
  },
  liftSuspension: {
    call: 'POST /users/:uuid/lift-suspension',
    summary: 'Lets a suspended account sign in again',
    params: Uuid,
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  approveMailing: {
    call: 'POST /users/:uuid/approve-mailing',
    summary: 'Lets the stories of an author go to the subscribers of their categories, one a day',
    params: Uuid,
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found', 'conflict'],
  },
  withdrawMailingApproval: {
    call: 'POST /users/:uuid/withdraw-mailing-approval',
    summary: 'Takes that approval back; what is being sent already still goes out',
    params: Uuid,
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found'],
  },
  allowPublishing: {
    call: 'POST /users/:uuid/allow-publishing',
    summary: 'Lets a person publish stories where only invited people may',
    params: Uuid,
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found', 'conflict'],
  },
  withdrawPublishing: {
    call: 'POST /users/:uuid/withdraw-publishing',
    summary: 'Takes that back; what is published stays',
    params: Uuid,
    response: AccountSummary,
    auth: 'admin',
    problems: ['not_found'],
  },
  changeRole: {
    call: 'POST /users/:uuid/role',
    summary: 'Makes a person an administrator, or an administrator a user; all their sessions end',
    params: Uuid,
    body: z.object({
      role: z.enum(['user', 'admin'], { error: 'The role is user or admin.' }),
      currentPassword: CurrentPassword.describe("the caller's own, if the sign-in was a while ago"),
    }),
    response: AccountSummary,
    auth: 'admin',
    problems: ['reauthentication_needed', 'too_many_requests', 'not_found', 'not_possible'],
  },
})
