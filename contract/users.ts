import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { bioMost, EmailAddress, ImageAddress, Password, PersonName, StoredImage } from './person.ts'

export const Profile = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string().nullable().default(null).describe('only if the person shows it'),
  profile_image: StoredImage,
  bio: z.string().default(''),
  joined_on: z.string().nullable().default(null).describe('the day of the sign-up, `2026-05-03`'),
  followers: z
    .int()
    .nullable()
    .default(null)
    .describe(
      'the number, to the person and administrators; to others only if the person shows it, up to ten minutes old',
    ),
})
export type Profile = z.infer<typeof Profile>

/** A person as only that person sees it. */
export const CurrentUser = z.object({
  _id: z.string(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string().default('user'),
  profile_image: StoredImage,
  bio: z.string().default(''),
  show_email: z.boolean().default(false),
  thanks_by_email: z.boolean().default(false).describe('each line of thanks from a reader is emailed too'),
  show_followers: z.boolean().default(false),
  monthly_figures: z.boolean().default(false).describe('an email about the readers of their stories comes each month'),
  takes_replies: z
    .boolean()
    .default(false)
    .describe('replies to emails about their stories go to their address, once it is proven'),
  read_aloud: z.boolean().default(true).describe('their stories may be read aloud by the site’s voice'),
  email_proven: z.boolean().default(false).describe('the address was proven to be theirs'),
  pending_email: z.string().nullable().default(null).describe('a new address that has not been confirmed yet'),
  has_password: z.boolean().default(true),
  may_publish: z.boolean().default(true).describe('whether they may make a further story public, as far as is known'),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const SignedIn = z.object({
  token: z.string(),
  expires_at: z.string().optional(),
  known_browser: z
    .string()
    .optional()
    .describe('for the browser to keep and send as `X-Known-Browser` with its next sign-in'),
  user: CurrentUser,
})
export type SignedIn = z.infer<typeof SignedIn>

export const Said = z.object({ message: z.string() })
export type Said = z.infer<typeof Said>

export const Count = z.object({ count: z.int() })

/** Required if the sign-in was a while ago: finding an open browser must not be enough to take over an account. */
export const CurrentPassword = z.string().max(1_000).optional()

export const LinkToken = z
  .string({ error: 'This link is incomplete. Please copy the whole address from the email.' })
  .min(1, 'This link is incomplete. Please copy the whole address from the email.')
  .max(200)

export const users = defineEndpoints({
  login: {
    call: 'POST /users/login',
    summary: 'Signs in with email and password',
    body: z.object({
      email: z.string({ error: 'Please enter an email address.' }).max(320),
      password: z.string({ error: 'Please enter a password.' }).max(1_000),
    }),
    response: SignedIn,
    problems: ['invalid_credentials', 'suspended', 'too_many_requests'],
    neverFromBrowser: 'It hands out a token: a browser signs in through next-auth, which keeps it.',
  },
  loginWithGoogle: {
    call: 'POST /users/login/oauth2',
    summary: "Signs in with Google: `credential` is the provider's ID token, and only what it says counts",
    body: z.object({
      name: z.string().max(400).optional(),
      email: z.string().max(400).optional(),
      credential: z.string({ error: 'The provider’s ID token is missing.' }).min(1).max(8_192),
    }),
    response: SignedIn,
    problems: ['invalid_credentials', 'suspended', 'forbidden', 'not_possible', 'too_many_requests', 'unavailable'],
    neverFromBrowser: 'It hands out a token: a browser signs in through next-auth, which keeps it.',
  },
  signup: {
    call: 'POST /users/signup',
    summary: 'Creates an account; an email asks its owner to confirm the address',
    body: z.object({
      name: PersonName,
      email: EmailAddress,
      password: Password,
      invitation: LinkToken.optional().describe(
        'the token of an invitation to this address, which is confirmed with it; needed where only invited people may sign up',
      ),
    }),
    response: Said,
    problems: ['exists_already', 'forbidden', 'invalid_link', 'too_many_requests'],
  },
  current: {
    call: 'GET /users/current_user',
    summary: 'The caller',
    response: CurrentUser,
    auth: 'user',
  },
  logout: {
    call: 'POST /users/logout',
    summary: "Ends the caller's session",
    response: Said,
    auth: 'user',
  },
  updateProfile: {
    call: 'POST /users/update-profile',
    summary: 'Changes the caller’s profile; a new email address takes effect when the link sent to it is followed',
    body: z.object({
      name: PersonName.optional(),
      email: EmailAddress.optional(),
      profileImage: ImageAddress.nullish(),
      bio: z.string().trim().max(bioMost, `Please use at most ${bioMost} characters.`).optional(),
      showEmail: z.boolean().optional(),
      thanksByEmail: z.boolean().optional(),
      showFollowers: z.boolean().optional(),
      monthlyFigures: z
        .boolean()
        .optional()
        .describe('whether an email about the readers of the caller’s stories comes each month'),
      takesReplies: z.boolean().optional(),
      readAloud: z.boolean().optional(),
      currentPassword: CurrentPassword.describe('needed to change the email address, if the sign-in was a while ago'),
      cancelEmailChange: z
        .boolean()
        .optional()
        .describe('cancels a change of email address that is waiting for confirmation'),
    }),
    response: CurrentUser,
    auth: 'user',
    problems: ['reauthentication_needed', 'too_many_requests'],
  },
  forgetPassword: {
    call: 'POST /users/forget-password',
    summary: 'Sends a link for a new password if the address has an account; the answer is always the same',
    body: z.object({ email: EmailAddress }),
    response: Said,
    problems: ['too_many_requests'],
  },
  resetPassword: {
    call: 'POST /users/reset-password',
    summary: 'Sets a new password by the token of a link, once; every session ends',
    body: z.object({ password: Password, token: LinkToken }),
    response: Said,
    problems: ['invalid_link', 'suspended', 'too_many_requests'],
  },
  resetLink: {
    call: 'GET /users/reset-password/:token',
    summary: 'Whether the token of a link can still set a new password; does not use it up',
    params: z.object({ token: LinkToken }),
    response: Said,
    problems: ['invalid_link', 'too_many_requests'],
    hasSecretPath: true,
  },
  changePassword: {
    call: 'POST /users/change-password',
    summary: "Changes or sets the caller's password; the caller's other sessions end",
    body: z.object({ currentPassword: CurrentPassword, password: Password }),
    response: Said,
    auth: 'user',
    problems: ['reauthentication_needed', 'conflict', 'too_many_requests'],
  },
  sendConfirmation: {
    call: 'POST /users/send-confirmation',
    summary: "Sends the link that confirms the caller's address again",
    response: Said,
    auth: 'user',
    problems: ['too_many_requests'],
  },
  confirmEmail: {
    call: 'POST /users/confirm-email',
    summary: "Confirms the caller's address, or changes it to the new one, by the token of a link, once",
    body: z.object({ token: LinkToken }),
    response: Said,
    auth: 'user',
    problems: ['invalid_link', 'forbidden', 'exists_already', 'too_many_requests'],
  },
  profile: {
    call: 'GET /users/profile/:uuid',
    summary: "A person's public profile",
    params: z.object({ uuid: z.string().max(64) }),
    response: Profile,
    problems: ['not_found'],
  },
  count: {
    call: 'GET /users/count',
    summary: 'How many accounts there are',
    response: Count,
    auth: 'admin',
  },
})
