import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { EmailAddress } from './person.ts'
import { LinkToken, Said } from './users.ts'

/** How many addresses may be invited with one call. */
const addressesMost = 20

/** An invitation as administrators see it. */
export const Invitation = z.object({
  _id: z.string(),
  email: z.string(),
  invited_by: z.string().nullable().describe('the name of the administrator; null if the account is gone'),
  created_at: z.string().describe('when it was sent last'),
  expires_at: z.string(),
  accepted: z
    .object({ at: z.string(), uuid: z.string(), name: z.string() })
    .nullable()
    .describe('when it was used, and by whom; null as long as it is open'),
})
export type Invitation = z.infer<typeof Invitation>

/** The outcome for one address. */
export const InvitedAddress = z.object({
  email: z.string(),
  outcome: z
    .enum(['invited', 'sent_again', 'let_in', 'has_account', 'unproven_account', 'too_often'])
    .describe(
      '`let_in`: the address has an account, which may publish from now on; `has_account`: it may already; `unproven_account`: it has one that has not confirmed it; `too_often`: it got several invitations today',
    ),
})
export type InvitedAddress = z.infer<typeof InvitedAddress>

export const invitations = defineEndpoints({
  invite: {
    call: 'POST /dashboard/invitations',
    summary: 'Invites people by email to create an account; an address with an open invitation gets a new link',
    body: z.object({
      emails: z
        .array(EmailAddress, { error: 'Please enter an email address.' })
        .min(1, 'Please enter an email address.')
        .max(addressesMost, `Please invite at most ${addressesMost} people at once.`),
    }),
    response: z.array(InvitedAddress),
    auth: 'admin',
    problems: ['too_many_requests'],
  },
  list: {
    call: 'GET /dashboard/invitations',
    summary: 'Invitations that are open or were accepted, newest first',
    query: z.object({ state: z.enum(['all', 'open', 'accepted']).default('all'), ...pageQuery() }),
    response: z.array(Invitation),
    auth: 'admin',
  },
  withdraw: {
    call: 'DELETE /dashboard/invitations/:id',
    summary: 'Withdraws an open invitation: its link no longer works',
    params: z.object({ id: z.string().max(64) }),
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  read: {
    call: 'GET /users/invitation/:token',
    summary: 'Whom the token of a link invites; does not use it up',
    params: z.object({ token: LinkToken }),
    response: z.object({
      email: z.string(),
      invited_by: z.string().nullable().describe('the name of the administrator; null if the account is gone'),
      expires_at: z.string(),
    }),
    problems: ['invalid_link', 'too_many_requests'],
    hasSecretPath: true,
  },
})
